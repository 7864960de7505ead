// ladder worker: the child of --isolate and of check; see harness/bench/worker/worker.h.
#include "harness/bench/worker/worker.h"

#include <fmt/format.h>

#include "harness/answers/options/choose.h"
#include "harness/bench/registry/plugin.h"
#include "harness/command/line/commands.h"
#include "harness/command/problems.h"
#include "harness/machine/instructions/count.h"

namespace ladder {
namespace {

struct WorkerOptions : ProvenCases {
  bool table = false;      // print the table of a plug-in, and nothing else
  bool reference = false;  // run the original of an adopted routine
  bool once = false;       // one run whose instructions are counted
  int times = 1;           // that each call of an adopted routine is made in it

  WorkerOptions() { load_plugins = true; }
  void declare(Declared &declared) {
    declare_stages(declared);
    declared.add(
        "Stages",
        {{"--reference", Flag{&reference},
          "run the original of an adopted routine as it is asked for"},
         {"--once", Flag{&once}, "run once; the instructions of that run are counted"},
         {"--times", Whole{&times, 1, 1000000}, "make each call of an adopted routine so often"},
         {"--table", Flag{&table}, "print the table of a plug-in, and nothing else"}});
    declared.add("Case", {case_option(), ladder_option(), size_option()});
    declared.add("Case", options_of_case(CaseOption::all));
  }
  // What has no effect was refused by the program that started it.
  void settle() { settle_cases(); }
};

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

Exit run_worker(const WorkerOptions &options) {
  if (options.table) {
    for (const auto &name : options.stages) say_table(name);
    return Exit::ok;
  }
  if (options.reference) {
    const auto c = load_case(options.located, {});
    const auto serve = c->problem().serve_original;
    if (!serve) throw UsageError("`worker` is internal: an adopted routine's truth starts it");
    serve(*c);
    return Exit::ok;
  }
  const std::vector<Choice> choices = choose(options);
  if (choices.size() != 1) throw UsageError("`worker` runs one stage with one launch");
  const auto cases = cases_to_prove(options);
  Case &c = *cases.at(0);
  c.repeat_steps(options.times);
  if (options.once) return run_and_count(c, choices[0]);
  constexpr double for_ever = 1e8;  // [s]: who started this watches over it
  serve_worker({&c, choices[0].entry, choices[0].launch, for_ever});
  return Exit::ok;
}

}  // namespace

// The program starts itself with it.
const Command worker_command = {.name = "worker", .bind = bind_options<WorkerOptions, run_worker>};

}  // namespace ladder
