// What `ladder check` decides about: the points of a baseline, or those that the options choose.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/check/against.h"
#include "harness/answers/options/measuring.h"
#include "harness/base/json.h"

namespace ladder {

struct CheckOptions : StagesOfCase, Measuring {
  std::string baseline, against, build, metric = "wall";
  bool compiled = false;     // --static
  double least_effect = -1;  // negative: the metric's own
  std::string write_baseline, markdown, junit, annotations;
  bool overwrite = false, json = false, dry_run = false;

  void declare(Declared &);
  void settle();
};

struct CheckJob {
  Choice choice;
  CaseOverrides overrides;
  LocatedCase found;
  Json before;  // the baseline's record; null with --against
};

// The stage is one of an adopted routine, whose case is whole runs of recorded calls.
bool of_routine(const CheckJob &);

// The points of the baseline that the options choose; all of them without --stage. Throws what
// read_baseline does; Error(not_comparable) where it holds none of them.
std::vector<CheckJob> jobs_of_baseline(const CheckOptions &);
// Throws what choose does.
std::vector<CheckJob> jobs_of_options(const CheckOptions &);

// The side that is compared with the job's: of the program, or the stage, that --against names.
// Throws UsageError where the old stage does not take the launch.
Choice old_choice(const CheckJob &, const Against &);

// "c-omp threads=4 on thesis 310 x 775": stage, launch and case.
std::string name_of_point(const Choice &, const Case &);

}  // namespace ladder
