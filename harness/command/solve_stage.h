// Which stages take a case, and which of them computes it unless one is named.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/options/choose.h"
#include "harness/problem.h"

namespace ladder {

struct StageOfCase {
  Choice choice;
  std::string why_not;  // it cannot run here, or refuses the case; empty: it takes it
};

// The stages of --stage, else all of the ladder, but for those of several processes. Throws
// UsageError for a list of stages or launches.
std::vector<StageOfCase> stages_of_case(const StagesOfCase &, const Case &);
// Throws Error(nothing_ran) where the only stage does not take the case.
void refuse_unable(const std::vector<StageOfCase> &);
// The last that owns the time loop, else the last that takes the case; NULL: none does.
const StageOfCase *best_of(const std::vector<StageOfCase> &);
void print_stages(const std::vector<StageOfCase> &, const StageOfCase &chosen, bool json);

}  // namespace ladder
