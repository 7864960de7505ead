// The options that `ladder` and `ladder sweep` share: what is run, how it is timed, and where the
// samples go.
#pragma once
#include "harness/answers/options/measuring.h"
#include "harness/command/shown/benchmark_output.h"

namespace ladder {

struct TimedRun : StagesOfCase, Measuring, BenchmarkOutput {
  std::string output;  // records; empty: the default file
  bool json = false, dry_run = false;

  void declare_stages_and_case(Declared &, bool tuned_launches);
  void declare_measuring(Declared &);
  void settle();
};

}  // namespace ladder
