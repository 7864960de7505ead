// ladder predict: the time of a step before anything runs, on any machine whose micro-benchmarks are kept.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "harness/base/table.h"
#include "harness/base/this_program.h"
#include "harness/command/choose.h"
#include "harness/command/commands.h"
#include "harness/command/progress.h"
#include "harness/model/demand.h"
#include "harness/records/record_file.h"

namespace ladder {
namespace {

// That of --on; without it this one, or the only one that is known.
std::string chosen_machine(const Options &options) {
  const auto known = known_machines(results_folder());
  if (known.empty())
    throw Error(Exit::nothing_ran,
                fmt::format("nothing is predicted: no machine's micro-benchmarks are kept in '{}'; "
                            "run `ladder microbench` on one with a GPU",
                            results_folder().string()));
  const std::string wanted = options.machine.empty() && known.size() > 1
                                 ? machine_slug(read_environment())
                                 : options.machine;
  if (wanted.empty()) return known.front();
  if (std::ranges::count(known, wanted) == 0)
    throw UsageError(fmt::format("there are no micro-benchmarks of '{}'; --on takes {}", wanted,
                                 fmt::join(known, ", ")));
  return wanted;
}

struct PredictedStep {
  std::string stage, launch;
  KernelDemand demand;
  Prediction prediction;
};

Json row_json(const Machine &machine, const PredictedStep &row) {
  Json json = {{"stage", row.stage},
               {"launch", row.launch},
               {"machine", machine.device().name},
               {"step_s", row.prediction.seconds},
               {"regime", row.prediction.regime},
               {"occupancy", row.prediction.occupancy.share}};
  for (const Term &term : row.prediction.terms) json["terms_s"][term.name] = term.seconds;
  json["other_models_s"] = {
      {"roofline of the data sheet", roofline_of_datasheet(machine.device(), row.demand)},
      {"measured roofline", roofline_as_measured(machine, row.demand)},
      {"MWP-CWP, measured values", mwp_cwp_as_measured(machine, row.demand)}};
  return json;
}

void print_table(const Machine &machine, const std::vector<PredictedStep> &rows) {
  using enum Table::Align;
  Table table({{fmt::format("step on {}", machine.device().name)},
               {"launch"},
               {"predicted", right},
               {"regime"},
               {"occupancy", right},
               {"latency, issue, caches, memory, hand-out, launch"},
               {"data sheet", right},
               {"measured roof", right},
               {"MWP-CWP", right}});
  for (const PredictedStep &row : rows) {
    std::vector<std::string> shares;
    for (const Term &term : row.prediction.terms)
      shares.push_back(fmt::format("{:.0f}", 100 * term.seconds / row.prediction.seconds));
    table.row({row.stage, row.launch, seconds_text(row.prediction.seconds), row.prediction.regime,
               fmt::format("{:.0f} %", 100 * row.prediction.occupancy.share),
               fmt::format("{} %", fmt::join(shares, ", ")),
               seconds_text(roofline_of_datasheet(machine.device(), row.demand)),
               seconds_text(roofline_as_measured(machine, row.demand)),
               seconds_text(mwp_cwp_as_measured(machine, row.demand))});
  }
  fmt::print("{}", table.text());
}

std::string launch_words(const Choice &choice) {
  std::string words;
  for (int k = 0; k < choice.entry.stage->knobs; ++k) {
    const ladder_knob &knob = choice.entry.stage->knob[k];
    const auto *value = choice.launch.knob[k];
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", knob.name, value[0]);
    if (knob.values == 2) words += fmt::format("x{}", value[1]);
  }
  return words;
}

}  // namespace

Exit run_predict(const Options &options) {
  const auto kernels = read_compiled(compiled_folder(this_program()));
  const Machine machine(read_machine(machine_file(results_folder(), chosen_machine(options))));
  const auto the_case = load_case(options.problem_case, one_case(options));
  std::vector<PredictedStep> rows;
  std::map<std::string, std::vector<std::string>> left_out;  // stages by the reason
  for (const Choice &choice : choose(options)) {
    try {
      const KernelDemand demand = demand_of(*the_case, choice.entry, choice.launch, kernels);
      rows.push_back({choice.entry.name(), launch_words(choice), demand, predict(machine, demand)});
    } catch (const UsageError &why) {
      left_out[why.what()].push_back(choice.entry.name());
    }
  }
  for (const auto &[why, stages] : left_out)
    say(fmt::format("not predicted: {}; {}", fmt::join(stages, ", "), why));
  if (rows.empty()) throw Error(Exit::nothing_ran, "nothing is predicted");
  if (options.json)
    for (const PredictedStep &row : rows) fmt::print("{}\n", row_json(machine, row).dump());
  else
    print_table(machine, rows);
  return Exit::ok;
}

}  // namespace ladder
