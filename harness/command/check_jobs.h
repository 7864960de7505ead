// What `ladder check` decides about: the points of a baseline, or those that the options choose.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/command/line/options.h"

namespace ladder {

struct CheckJob {
  Choice choice;
  CaseOverrides overrides;
  std::string problem_case;
  Json before;  // the baseline's record; null with --against
};

// The points of the baseline that the options choose; all of them without --stage. Throws what
// read_baseline does; Error(not_comparable) where it holds none of them.
std::vector<CheckJob> jobs_of_baseline(const Options &);
// Throws what choose does.
std::vector<CheckJob> jobs_of_options(const Options &);

// "c-omp threads=4 on thesis 310 x 775": stage, launch and case.
std::string name_of_point(const Choice &, const Case &);

}  // namespace ladder
