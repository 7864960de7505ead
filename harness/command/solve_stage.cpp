#include "harness/command/solve_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/registry/plugin.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"

namespace ladder {
namespace {

std::string why_not(const Case &c, const Choice &choice) {
  const ladder_stage &stage = *choice.entry.stage;
  if (std::string lacking = lacks(stage, read_environment()); !lacking.empty()) return lacking;
  const auto view = c.stage_view();
  ladder_state *state = nullptr;
  const ladder_status status = stage.create(view.get(), &choice.launch, &state);
  std::string words = status == LADDER_OK ? "" : reason(stage, state);
  stage.destroy(state);
  return words;
}

bool is_of_several_processes(const ladder_stage &stage) {
  return std::any_of(stage.knob, stage.knob + stage.knobs, [](const ladder_knob &knob) {
    return knob.name == std::string_view("ranks");
  });
}

}  // namespace

std::vector<StageOfCase> stages_of_case(const StagesOfCase &options, const Case &c) {
  const bool named = options.stages.size() == 1;
  if (!options.stages.empty() && !named)
    throw UsageError("`ladder solve` runs one stage: name one with --stage");
  if (!options.knobs.empty() && !named)
    throw UsageError("`ladder solve` takes the knobs of one stage: name it with --stage");
  std::vector<StageOfCase> all;
  for (Choice &choice : choose(options)) {
    if (choice.entry.plugin) choice.entry = load_plugin(choice.entry.path);
    if (named || !is_of_several_processes(*choice.entry.stage))
      all.push_back({choice, why_not(c, choice)});
  }
  if (named && all.size() > 1)
    throw UsageError(
        fmt::format("`ladder solve` takes one launch, but the lists give {}", all.size()));
  return all;
}

void refuse_unable(const std::vector<StageOfCase> &stages) {
  const StageOfCase &one = stages.front();
  if (one.why_not.empty()) return;
  throw Error(Exit::nothing_ran, fmt::format("stage '{}' does not take this case here: {}",
                                             one.choice.entry.name(), one.why_not));
}

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

}  // namespace ladder
