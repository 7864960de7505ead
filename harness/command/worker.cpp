// ladder worker: the child of --isolate and of check; see harness/bench/worker/worker.h.
#include "harness/bench/worker/worker.h"

#include <fmt/format.h>

#include "harness/bench/registry/plugin.h"
#include "harness/command/commands.h"
#include "harness/command/line/choose.h"
#include "harness/command/problems.h"
#include "harness/machine/instructions/count.h"
#include "harness/problems/routine/reference.h"

namespace ladder {
namespace {

// One run and nothing else, for who counts its instructions from outside, or here.
Exit run_and_count(const Case &c, const Choice &choice) {
  const InstructionCounter counter;
  const long long before = counter.count();
  const Run run = run_once(c, *choice.entry.stage, choice.launch);
  const long long after = counter.count();
  if (!run.ok()) throw Error(Exit::wrong, describe(*choice.entry.stage, run.error));
  if (before >= 0) fmt::print("instructions: {}\n", after - before);
  return Exit::ok;
}

}  // namespace

Exit run_worker(const Options &options) {
  if (options.table) {
    for (const auto &name : options.stages) say_table(name);
    return Exit::ok;
  }
  if (options.reference) {
    const auto c = load_case(options.problem_case, {});
    const auto *routine = dynamic_cast<const RoutineCase *>(c.get());
    if (!routine) throw UsageError("`worker` is internal: an adopted routine's truth starts it");
    serve_reference(*routine);
    return Exit::ok;
  }
  const std::vector<Choice> choices = choose(options);
  if (choices.size() != 1) throw UsageError("`worker` runs one stage with one launch");
  const auto cases = cases_to_prove(options);
  const Case &c = *cases.at(0);
  if (options.once) return run_and_count(c, choices[0]);
  constexpr double for_ever = 1e8;  // [s]: who started this watches over it
  serve_worker({&c, choices[0].entry, choices[0].launch, for_ever});
  return Exit::ok;
}

}  // namespace ladder
