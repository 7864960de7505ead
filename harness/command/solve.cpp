// ladder solve: the field of a case at its end, by one stage, with snapshots and probes on the way.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "harness/answers/options/case_choice.h"
#include "harness/answers/options/choose.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/registry/plugin.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"
#include "harness/command/line/commands.h"
#include "harness/command/solve_products.h"
#include "harness/problem.h"

namespace ladder {
namespace {

// Which stages take a case, and which of them computes it unless one is named.

struct StageOfCase {
  Choice choice;
  std::string why_not;  // it cannot run here, or refuses the case; empty: it takes it
};

std::string why_not(const Case &c, const Choice &choice) {
  const ladder_stage &stage = *choice.entry.stage;
  if (std::string lacking = lacks(stage, read_environment()); !lacking.empty()) return lacking;
  return refusal(c, stage, choice.launch);
}

// The stages of --stage, else all of the ladder, but for those of several processes. Throws
// UsageError for a list of stages or launches.
std::vector<StageOfCase> stages_of_case(const StagesOfCase &options, const Case &c) {
  const bool named = options.stages.size() == 1;
  if (!options.stages.empty() && !named)
    throw UsageError("`ladder solve` runs one stage: name one with --stage");
  if (!options.knobs.empty() && !named)
    throw UsageError("`ladder solve` takes the knobs of one stage: name it with --stage");
  std::vector<StageOfCase> all;
  for (Choice &choice : choose(options)) {
    if (choice.entry.plugin) choice.entry = load_plugin(choice.entry.path);
    if (named || !has_knob(*choice.entry.stage, "ranks"))
      all.push_back({choice, why_not(c, choice)});
  }
  if (named && all.size() > 1)
    throw UsageError(
        fmt::format("`ladder solve` takes one launch, but the lists give {}", all.size()));
  return all;
}

// Throws Error(nothing_ran) where the only stage does not take the case.
void refuse_unable(const std::vector<StageOfCase> &stages) {
  const StageOfCase &one = stages.front();
  if (one.why_not.empty()) return;
  throw Error(Exit::nothing_ran, fmt::format("stage '{}' does not take this case here: {}",
                                             one.choice.entry.name(), one.why_not));
}

// The last that owns the time loop, else the last that takes the case; NULL: none does.
const StageOfCase *best_of(const std::vector<StageOfCase> &stages) {
  const StageOfCase *best = nullptr;
  for (const bool loop : {false, true})
    for (const StageOfCase &one : stages)
      if (one.why_not.empty() && (!loop || one.choice.entry.stage->owns_time_loop)) best = &one;
  return best;
}

void print_stages(const std::vector<StageOfCase> &stages, const StageOfCase &chosen, bool json) {
  Table table({{"stage"}, {"takes the case"}});
  for (const StageOfCase &one : stages) {
    const std::string name = one.choice.entry.name();
    const std::string launch = describe(knobs_of(*one.choice.entry.stage, one.choice.launch));
    if (json)
      fmt::print("{}\n", Json({{"stage", name},
                               {"launch", launch},
                               {"why_not", one.why_not},
                               {"runs", &one == &chosen}})
                             .dump());
    table.row({name, !one.why_not.empty() ? "no: " + one.why_not
                     : &one == &chosen    ? "yes, and computes it"
                                          : "yes"});
  }
  if (!json) fmt::print("{}", table.text());
}

struct SolveOptions : StagesOfCase, SolveProducts {
  bool json = false, dry_run = false;

  void declare(Declared &declared) {
    declare_stages(declared);
    declared.add("Stages", {launch_option()});
    declared.add("Case", {case_option()});
    declared.add("Case", options_of_case(CaseOption::grid | CaseOption::nt));
    declared.add("Output", product_options());
    declared.add("Output", {json_option(json), dry_run_option(dry_run)});
  }
  void settle() {
    for (const auto &[needed, words] :
         {std::pair{"--case", "=NAME, such as heat-rods, or a file: data/HEAT.md describes it"},
          {"--output", "=FILE.npy, .vti, .rsf or .f32"}})
      if (!is_given(needed))
        throw UsageError(fmt::format("`ladder solve` needs {}{}", needed, words));
    refuse_idle_products(*this);
    refuse_idle_launch();
    locate();
    settle_stages();
  }
};

// What is done: in words, and for records.
void show(const SolveOptions &options, const Case &c, const Choice &choice) {
  const std::string launch = describe(knobs_of(*choice.entry.stage, choice.launch));
  if (options.json)
    fmt::print("{}\n", Json({{"case", c.json()},
                             {"stage", choice.entry.name()},
                             {"launch", launch},
                             {"products", options.files()}})
                           .dump());
  else
    fmt::print("{}: {} after {} steps, {:g} s, by {}{}{}\n", options.output,
               c.field_grid()->quantity, c.steps, c.steps * c.dt, choice.entry.name(),
               launch.empty() ? "" : " ", launch);
}

Exit run_solve(const SolveOptions &options) {
  const auto loaded = load_case(options.located, one_case(options));
  const Case &c = *loaded;
  if (!c.field_grid())
    throw UsageError(
        fmt::format("--case={}: `ladder solve` computes temperatures; for the problem {} see "
                    "`ladder shoot` and `ladder migrate`",
                    options.problem_case, c.problem().name));
  options.refuse_wrong_products(c);
  say_case(c);
  const std::vector<StageOfCase> stages = stages_of_case(options, c);
  if (!options.stages.empty()) refuse_unable(stages);
  const StageOfCase *const stage = best_of(stages);
  if (!stage) throw Error(Exit::nothing_ran, "no stage here takes this case");
  if (options.dry_run) {
    print_stages(stages, *stage, options.json);
    return Exit::ok;
  }
  options.claim();
  refuse_beyond_memory(4 * (5 * double(c.cells())), fmt::format("this run of {}", c.size_text()),
                       "take a smaller grid (--grid)");
  const auto products = options.begin(c);
  progress(fmt::format("{} runs ...", stage->choice.entry.name()));
  RunOptions run_options;
  run_options.due = products->due();
  run_options.before_drive = [&](Run &run) { products->look(0, run.arrays[0]->data()); };
  run_options.checkpoint = [&](std::int32_t step, const std::vector<const float *> &arrays) {
    products->look(step, arrays[0]);
  };
  const Run run = run_once(c, *stage->choice.entry.stage, stage->choice.launch, run_options);
  progress_done();
  if (!run.ok())
    throw Error(exit_of(run.error.status), describe(*stage->choice.entry.stage, run.error));
  if (!run.foreign_write.empty()) throw Error(Exit::wrong, run.foreign_write);
  products->finish(run.arrays[0]->data());
  show(options, c, stage->choice);
  return Exit::ok;
}

}  // namespace

const Command solve_command = {
    "solve",
    "Compute temperatures",
    "compute a temperature: the field at the end, snapshots, probes over time",
    {"solve --case=heat-rods --output=field.vti",
     "solve --case=heat-rods --stage=c-general --output=field.npy --snapshots=10 "
     "--probes=probes.csv --plot"},
    false,
    bind_options<SolveOptions, run_solve>};

}  // namespace ladder
