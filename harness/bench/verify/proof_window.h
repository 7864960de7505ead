// Where a proof by samples looks: in some pieces of a run, on blocks of the grid.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "harness/problem.h"

namespace ladder {

// A piece of the run: the stage's own fields at step `first` are taken as given, and the float64
// oracle must arrive at its fields `steps` later.
struct ProofWindow {
  int first = 0, steps = 0;
  std::vector<Block> blocks;
  bool every_cell = false;  // the blocks are slabs that cover the grid
};

struct ProofWindows {
  int piece = 0;  // [steps] of all pieces, but for a shorter last one
  // In the order of their steps; those of every cell after the others.
  std::vector<ProofWindow> windows;
  int anywhere = 0;  // blocks that were drawn among all pieces and all cells

  std::vector<std::int32_t> due(const Case &) const;  // the start, and the end of every piece
};

// Corners, faces, a source and a receiver in the first, a random and the last piece; blocks
// anywhere; and every cell in a random piece, where the cores of this machine compute that in some
// seconds.
ProofWindows choose_windows(const Case &, std::uint64_t seed);

// The probability, at most, that no block that was drawn has a wrong value, when a fraction of the
// cells of all pieces is wrong, wherever they are.
double missed(const ProofWindows &, double fraction);

// "proven by samples of the stage's own run: ..." for people.
std::string words_of_windows(const ProofWindows &);

// Whether the case has what such a proof needs.
inline bool can_be_proven_by_samples(const Case &c) { return c.grid().reach > 0 && c.steps > 0; }

// What the original computes in a run of all steps, in taps [operations of 2 flop]; a point counts
// as some more.
double work_of_whole_proof(const Case &);
// Above it a case is proven by samples: about eight seconds of the original on one core.
inline constexpr double most_work_of_whole_proof = 3e10;

}  // namespace ladder
