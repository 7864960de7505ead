// What `ladder check` decides about: the points of a baseline, or those that the options choose.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/check/against.h"
#include "harness/answers/check/decision.h"
#include "harness/answers/options/stage_choice.h"
#include "harness/base/json.h"
#include "harness/machine/instructions/count.h"

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

// `ladder check --metric=instructions`: whether stages on the host take more instructions a step.

// A finding a job; none where neither --baseline nor --against is given. Keeps the counts in
// --write-baseline where it is given.
// `effect`: the least relative change that counts. Throws what count_instructions, read_counts and
// write_counts throw, and Exit::nothing_ran where no stage is on the host.
std::vector<Finding> check_counts(const CheckOptions &, const std::vector<CheckJob> &,
                                  const Against &, double effect);

// Of a time step of a stage on the host; of an adopted routine, of all recorded calls. Of the side
// of `against`, or where that is NULL of the job's own. Throws what count_instructions throws.
InstructionCount instructions_of(const CheckOptions &, const CheckJob &, const Against *against,
                                 double limit_s);

// `ladder check --metric=wall` and `kernel`: whether stages take longer than in a baseline or in
// another program.

// "c-omp threads=4 on thesis 310 x 775, 1999 steps".
std::string name_of_job(const CheckJob &, const Case &);

// A finding a job. `effect`: the least relative change that counts.
std::vector<Finding> check_times(const CheckOptions &, const std::vector<CheckJob> &,
                                 const Against &, double effect);

}  // namespace ladder
