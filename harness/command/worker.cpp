// ladder worker: the child of --isolate and of check; see harness/run/worker.h.
#include "harness/run/worker.h"

#include "harness/command/choose.h"
#include "harness/command/commands.h"

namespace ladder {

Exit run_worker(const Options &options) {
  const std::vector<Choice> choices = choose(options);
  if (choices.size() != 1) throw UsageError("`worker` runs one stage with one launch");
  const Case c = load_case(options.problem_case, one_case(options));
  serve_worker({&c, choices[0].entry, choices[0].launch, options.hang_limit});
  return Exit::ok;
}

}  // namespace ladder
