// What a check says of one point, and what all of them mean for the exit code.
#pragma once
#include <string>
#include <vector>

#include "harness/error.h"
#include "harness/statistics/ratio.h"

namespace ladder {

struct Finding {
  std::string point;  // "smem threads=128 on thesis"
  std::string metric;
  Exit outcome = Exit::ok;       // ok, slower, inconclusive, not_comparable, wrong, device
  std::string words;             // the reason, in a sentence
  double before = 0, after = 0;  // medians [s], or instructions a step; 0: not measured
  Ratio change;                  // after over before
  Ratio noise;                   // the same program against itself, meanwhile
};

// Slower: the whole interval of the change lies beyond the least effect and beyond what the program shows
// against itself. Not slower: the whole interval lies below the least effect. Else inconclusive.
void decide(Finding &, double least_effect);

// Wrong results come first, then failed devices, what cannot be compared, slower, inconclusive.
Exit outcome_of_all(const std::vector<Finding> &);

const char *outcome_name(Exit);  // "slower", "not slower", ...

}  // namespace ladder
