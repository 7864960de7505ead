// The options that `ladder` and `ladder sweep` share: what is run, how it is timed, and where the
// samples go.
#pragma once
#include "harness/answers/options/stage_choice.h"
#include "harness/base/error.h"
#include "harness/bench/measure/measure.h"
#include "harness/command/shown/text_output.h"
#include "harness/machine/environment/environment.h"

namespace ladder {

struct TimedRun : StagesOfCase, Measuring, BenchmarkOutput {
  std::string output;  // records; empty: the default file
  bool json = false, dry_run = false;

  void declare_stages_and_case(Declared &, bool tuned_launches);
  void declare_measuring(Declared &);
  void settle();
};

// Once, on standard error, if a stage on the host has threads that are configured to sleep wherever
// they wait.
void say_if_threads_are_slow(const std::vector<Choice> &, const Environment &);

// What a set of points that went to its end means: a failed device before a wrong result before
// nothing ran.
Exit exit_code(const std::vector<Measured> &);

}  // namespace ladder
