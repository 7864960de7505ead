// Where a proof by samples looks: stretches of the run, and blocks of the grid at the end of each.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "harness/problem.h"

namespace ladder {

// The stage's own fields at step `first` are taken as given, and the float64 oracle must come to its fields `steps`
// later.
struct ProofWindow {
  int first = 0, steps = 0;
  std::vector<Block> blocks;
  int anywhere = 0;         // how many of the blocks, the last ones, were drawn from the whole grid
  bool every_cell = false;  // the blocks are slabs that cover the grid
};

// Windows at the start, at a random step and at the end of the run, each with some corners, some faces, a source, a
// receiver, and blocks anywhere; and a last one of few steps at the end with every cell, where the cores of this
// machine can compute that in some seconds.
std::vector<ProofWindow> choose_windows(const Case &, std::uint64_t seed);

// The probability, at most, that no block holds one of the wrong cells, when from some step to the end a fraction
// `cells` of the grid is wrong, wherever it lies: only the windows at the end are certain to look that late.
double missed(const Case &, const std::vector<ProofWindow> &, double cells);

// "proven by samples: 3 windows of 8 steps, ..." for people.
std::string words_of_windows(const Case &, const std::vector<ProofWindow> &);

// What the original computes in a run of all steps, in taps [operations of 2 flop]; a point counts as some more.
double work_of_whole_proof(const Case &);
// Above it a case is proven by samples: about eight seconds of the original on one core.
inline constexpr double most_work_of_whole_proof = 3e10;

}  // namespace ladder
