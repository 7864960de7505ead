// ladder predict: the time of a step before anything runs, on any machine whose micro-benchmarks
// are kept.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "harness/answers/options/choose.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/child.h"
#include "harness/base/hash.h"
#include "harness/base/progress.h"
#include "harness/bench/registry/registry.h"
#include "harness/predict/commands/known_machine.h"
#include "harness/predict/commands/predict_adopted.h"
#include "harness/predict/commands/predicted_step.h"
#include "harness/predict/commands/room.h"
#include "harness/predict/commands/traced_step.h"
#include "harness/predict/model/bus.h"
#include "harness/predict/model/host_roofline.h"

namespace ladder {
namespace {

struct PredictOptions : StagesOfCase {
  std::string machine;  // a folder of results/; empty: this one
  std::vector<int> sizes;
  bool drawn = false;
  bool json = false;

  void declare(Declared &declared) {
    using enum CaseOption::Part;
    declare_stages(declared);
    declared.add("Case", {{"--sizes", Wholes{&sizes, 1, 1 << 30},
                           "of an adopted routine whose ladder.toml has [scale]: lengths of its "
                           "axis, and from which one on a GPU pays"}});
    declared.add("Case", {{"--drawn", Flag{&drawn},
                           "of an adopted routine: calls of drawn inputs, as a session times them. "
                           "A loop that ends when it has converged turns otherwise than in the "
                           "recorded calls"}});
    declared.add("Stages", {{"--on", Text{&machine, "MACHINE"},
                             "the machine to predict for: a folder of results/ that holds its "
                             "micro-benchmarks. Without it: this machine"}});
    declared.add("Case", {case_option(), replay_option(), ladder_option()});
    declared.add("Case", options_of_case(grid | dt | nt | half_length | family));
    declared.add("Output", {json_option(json)});
  }
  void settle() {
    refuse_idle_case_options();
    refuse_idle_ladder();
    locate();
    settle_stages();
  }
};

// What a prediction depends on, so that nobody can take a later one for it.
Json hashes_of(const PredictedStep &row, const std::filesystem::path &compiled,
               const std::filesystem::path &machine) {
  Json hashes = {{"stage", row.choice->entry.hash},
                 {"machine", hash_of_file(machine.string())},
                 {"program", hash_of_program()}};
  if (row.on_device())
    hashes["cubin"] =
        hash_of_file((compiled / (row.choice->entry.full_name() + ".cubin")).string());
  return hashes;
}

// What this build made of the CUDA stages; in one without them the reason, which those stages then
// get.
struct BuildAsked {
  CompiledBuild build{compiled_folder(this_program()), {}};
  std::string why_not;

  explicit BuildAsked(const std::vector<Choice> &choices) {
    std::vector<std::string> stages;
    for (const Choice &choice : choices) stages.push_back(choice.entry.full_name());
    try {
      build.kernels = read_compiled(build.folder, stages);
    } catch (const Error &why) {
      why_not = why.what();
    }
  }
};

PredictedStep predicted_step(const PredictOptions &options, const CaseOverrides &over,
                             const Case &c, const Choice &choice, const Machine &machine,
                             const BuildAsked &asked) {
  Json point = point_json(c, choice, false);
  point["ladder"] = c.ladder;
  if (choice.entry.stage->device == LADDER_ON_HOST)
    return {point,
            &choice,
            choice.launch,
            {},
            predict_on_host(machine, host_demand(c, choice.entry, choice.launch))};
  if (!asked.why_not.empty()) throw UsageError(asked.why_not);
  if (machine.device().multiprocessors == 0)
    throw UsageError(
        fmt::format("{} has no GPU, or none that was measured", machine.device().name));
  const bool emulated = choice.entry.file.ends_with(".cu") && !choice.entry.plugin;
  std::string not_declared;
  try {
    const StepDemand step = step_demand(c, choice.entry, choice.launch, asked.build, machine);
    point["launch"]["used"] = knobs_of(*choice.entry.stage, step.launch);
    PredictedStep row{point, &choice, step.launch, step.kernels,
                      predict_step(machine, step.kernels)};
    if (!step.chunks.empty())
      row.prediction =
          pass_by_the_bus(machine, step.chunks, step.steps_a_pass, std::move(row.prediction));
    return row;
  } catch (const UsageError &why) {  // nothing is declared, or not of this launch
    if (!emulated) throw;
    if (options.stages.empty())  // each takes up to a minute
      throw UsageError(fmt::format("{}; named in --stage, they are traced", why.what()));
    not_declared = why.what();
  }
  PredictedStep row;
  try {
    row = traced_step(options, over, c, choice, asked.build, machine);
  } catch (const UsageError &why) {
    throw UsageError(fmt::format("{}; traced: {}", not_declared, why.what()));
  }
  point["launch"]["used"] = knobs_of(*choice.entry.stage, row.launch);
  row.point = point;
  return row;
}

Exit run_predict(const PredictOptions &options) {
  if (!options.sizes.empty() && !adopted_ladder())
    throw UsageError("--sizes is for an adopted routine: another case has --grid");
  if (options.drawn && (!options.sizes.empty() || !adopted_ladder()))
    throw UsageError("--drawn is for calls of an adopted routine, without --sizes");
  const KnownMachine known = known_machine(options.machine, results_folders());
  const Machine machine(read_machine(known.file));
  if (adopted_ladder())
    return predict_adopted(options, machine, known.name,
                           {options.sizes, options.drawn, options.json});
  const std::vector<Choice> choices = choose(options);
  const BuildAsked asked(choices);
  std::vector<PredictedStep> rows;
  std::map<std::string, std::set<std::string>> left_out;  // stages by the reason
  for (const CaseOverrides &over : each_case(options)) {
    const auto the_case = load_case(options.located, over);
    for (const Choice &choice : choices) {
      try {
        rows.push_back(predicted_step(options, over, *the_case, choice, machine, asked));
      } catch (const UsageError &why) {
        left_out[why.what()].insert(choice.entry.name());
      }
    }
  }
  for (const auto &[why, stages] : left_out)
    say(fmt::format("not predicted: {}; {}", fmt::join(stages, ", "), why));
  // Without --stage, stages that are not in this build are no choices, so no reason above names
  // them.
  if (options.stages.empty() && !why_no_cuda().empty())
    say(
        fmt::format("not predicted: stages for GPUs; {}. A CUDA toolkit is enough to build and "
                    "predict them, without a GPU: "
                    "LADDER_CUDA=on scripts/ladder predict ...",
                    why_no_cuda()));
  if (rows.empty()) throw Error(Exit::nothing_ran, "nothing is predicted");
  if (!options.json) {
    print_table(machine, rows);
    return Exit::ok;
  }
  for (const PredictedStep &row : rows) {
    Json json = row_json(machine, row);
    json["hashes"] = hashes_of(row, asked.build.folder, known.file);
    fmt::print("{}\n", json.dump());
  }
  return Exit::ok;
}

}  // namespace

const Command predict_command = {
    "predict",
    "Predict",
    "predict the time of a step or of an adopted routine on a machine with micro-benchmarks",
    {"predict --case=heat-512 --stage=restrict --block=32x8",
     "predict --case=heat-128 --stage=coarsen --on=h100-80gb-hbm3 --json",
     "predict --ladder=ladders/advance --on=h100-80gb-hbm3"},
    true,
    bind_options<PredictOptions, run_predict>};

}  // namespace ladder
