// ladder predict: the time of a step before anything runs, on any machine whose micro-benchmarks are kept.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "harness/answers/options/choose.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/record.h"
#include "harness/base/hash.h"
#include "harness/base/nearest.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/base/this_program.h"
#include "harness/bench/registry/registry.h"
#include "harness/machine/environment/program.h"
#include "harness/predict/commands/room.h"
#include "harness/predict/model/demand.h"
#include "harness/predict/model/host_roofline.h"
#include "harness/predict/model/mwp_cwp_steps.h"

namespace ladder {
namespace {

struct PredictOptions : StagesOfCase {
  std::string machine;  // a folder of results/; empty: this one
  bool json = false;

  void declare(Declared &declared) {
    using enum CaseOption::Part;
    declare_stages(declared);
    declared.add("Stages", {{"--on", Text{&machine, "MACHINE"},
                             "the machine to predict for: a folder of results/ that holds its "
                             "micro-benchmarks. Without it: this machine"}});
    declared.add("Case", {case_option(), replay_option()});
    declared.add("Case", options_of_case(grid | dt | nt | half_length | family));
    declared.add("Output", {json_option(json)});
  }
  void settle() {
    refuse_idle_case_options();
    locate();
    settle_stages();
  }
};

// That of --on; without it this one, or the only one that is known.
std::string chosen_machine(const PredictOptions &options) {
  const auto known = known_machines(results_folder());
  if (known.empty())
    throw Error(Exit::nothing_ran,
                fmt::format("cannot predict: '{}' holds no micro-benchmarks of any machine; run "
                            "`ladder microbench`",
                            results_folder().string()));
  const std::string wanted = options.machine.empty() && known.size() > 1
                                 ? machine_slug(read_environment())
                                 : options.machine;
  if (wanted.empty()) return known.front();
  if (std::ranges::count(known, wanted) > 0) return wanted;
  if (options.machine.empty())
    throw Error(
        Exit::nothing_ran,
        fmt::format("cannot predict: '{}' holds no micro-benchmarks of this machine, '{}'; run "
                    "`ladder microbench`, or predict for another machine with --on={}",
                    results_folder().string(), wanted, fmt::join(known, " or --on=")));
  throw UsageError(
      fmt::format("--on={}: no micro-benchmarks of that machine; "
                  "`ladder microbench` measures the machine that it runs on; --on takes {}{}",
                  wanted, fmt::join(known, ", "), did_you_mean(wanted, known)));
}

struct PredictedStep {
  Json point;  // stage, case and launch, as a record has them
  const Choice *choice;
  ladder_launch launch{};            // with what the stage chooses by itself
  std::vector<KernelDemand> demand;  // of a stage on a GPU
  Prediction prediction;

  bool on_device() const { return !demand.empty(); }
  std::string stage() const { return choice->entry.name(); }
  // Of a model for one launch, over the launches of a step.
  double by(const std::function<double(const KernelDemand &)> &model) const {
    double seconds = 0;
    for (const KernelDemand &one : demand) seconds += one.launches * model(one);
    return seconds;
  }
};

struct Models {
  const Machine &machine;
  double of_datasheet(const PredictedStep &row) const {
    return row.by([&](const auto &one) { return roofline_of_datasheet(machine.device(), one); });
  }
  double measured(const PredictedStep &row) const {
    return row.by([&](const auto &one) { return roofline_as_measured(machine, one); });
  }
  double mwp_cwp(const PredictedStep &row) const {
    return row.by([&](const auto &one) { return mwp_cwp_corrected(machine, one); });
  }
};

// What a prediction depends on, so that nobody can take a later one for it.
Json hashes_of(const PredictedStep &row, const std::filesystem::path &compiled,
               const std::string &machine) {
  Json hashes = {{"stage", row.choice->entry.hash},
                 {"machine", hash_of_file(machine_file(results_folder(), machine).string())},
                 {"program", hash_of_program()}};
  if (row.on_device())
    hashes["cubin"] =
        hash_of_file((compiled / (row.choice->entry.full_name() + ".cubin")).string());
  return hashes;
}

Json row_json(const Machine &machine, const PredictedStep &row) {
  const Models models{machine};
  Json json = row.point;
  json.update({{"kind", "prediction"},
               {"prediction_schema", 1},
               {"time", utc_now()},
               {"machine", machine.device().name},
               {"step_s", row.prediction.seconds},
               {"kernels_s", row.prediction.kernel_seconds},
               {"regime", row.prediction.regime}});
  for (const Term &term : row.prediction.terms) json["terms_s"][term.name] = term.seconds;
  if (!row.on_device()) return json;
  json["occupancy"] = row.prediction.occupancy.share;
  for (const KernelDemand &one : row.demand) {
    const Prediction alone = predict(machine, one);
    Json kernel = {{"name", one.kernel},
                   {"launches", one.launches},
                   {"kernel_s", alone.kernel_seconds},
                   {"blocks_at_once", alone.occupancy.blocks},
                   {"registers", one.registers},
                   {"instructions", one.instructions},
                   {"requests", one.requests},
                   {"shared_words", one.shared_words},
                   {"memory_bytes", memory_traffic(machine, one)},
                   {"l2_bytes", one.l2_bytes}};
    for (const Term &term : alone.terms) kernel["terms_s"][term.name] = term.seconds;
    for (const ModelStep &each : mwp_cwp_steps(machine, one))
      kernel["mwp_cwp_s"].push_back({each.name, each.seconds});
    json["kernels"].push_back(kernel);
  }
  json["other_models_s"] = {{"roofline of the data sheet", models.of_datasheet(row)},
                            {"measured roofline", models.measured(row)},
                            {"MWP-CWP, corrected", models.mwp_cwp(row)}};
  return json;
}

std::string launch_words(const PredictedStep &row) {
  const ladder_stage &stage = *row.choice->entry.stage;
  std::string words;
  for (int k = 0; k < stage.knobs; ++k) {
    const ladder_knob &knob = stage.knob[k];
    const auto *value = row.launch.knob[k];
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", knob.name, value[0]);
    if (knob.values == 2) words += fmt::format("x{}", value[1]);
  }
  return words;
}

std::string shares_text(const PredictedStep &row) {
  std::vector<std::string> shares;
  for (const Term &term : row.prediction.terms)
    shares.push_back(fmt::format("{:.0f}", 100 * term.seconds / row.prediction.seconds));
  return fmt::format("{} %", fmt::join(shares, ", "));
}

void print_table(const Machine &machine, const std::vector<PredictedStep> &rows) {
  const Models models{machine};
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
  Table on_host({{"step on the host"},
                 {"launch"},
                 {"at least", right},
                 {"regime"},
                 {"arithmetic, arrays, planes, columns"}});
  for (const PredictedStep &row : rows)
    if (row.on_device())
      table.row({row.stage(), launch_words(row), seconds_text(row.prediction.seconds),
                 row.prediction.regime,
                 fmt::format("{:.0f} %", 100 * row.prediction.occupancy.share), shares_text(row),
                 seconds_text(models.of_datasheet(row)), seconds_text(models.measured(row)),
                 seconds_text(models.mwp_cwp(row))});
    else
      on_host.row({row.stage(), launch_words(row), seconds_text(row.prediction.seconds),
                   row.prediction.regime, shares_text(row)});
  const auto of_host = std::ranges::count_if(rows, [](auto &row) { return !row.on_device(); });
  if (of_host < std::ssize(rows)) fmt::print("{}", table.text());
  if (of_host > 0) fmt::print("{}", on_host.text());
}

// What this build made of the CUDA stages; in one without them the reason, which those stages then get.
struct BuildAsked {
  CompiledBuild build{compiled_folder(this_program()), {}};
  std::string why_not;

  BuildAsked() {
    try {
      build.kernels = read_compiled(build.folder);
    } catch (const Error &why) {
      why_not = why.what();
    }
  }
};

PredictedStep predicted_step(const Case &c, const Choice &choice, const Machine &machine,
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
  const StepDemand step =
      step_demand(c, choice.entry, choice.launch, asked.build, machine.device());
  point["launch"]["used"] = knobs_of(*choice.entry.stage, step.launch);
  return {point, &choice, step.launch, step.kernels, predict_step(machine, step.kernels)};
}

Exit run_predict(const PredictOptions &options) {
  const BuildAsked asked;
  const std::string name = chosen_machine(options);
  const Machine machine(read_machine(machine_file(results_folder(), name)));
  const std::vector<Choice> choices = choose(options);
  std::vector<PredictedStep> rows;
  std::map<std::string, std::set<std::string>> left_out;  // stages by the reason
  for (const CaseOverrides &over : each_case(options)) {
    const auto the_case = load_case(options.located, over);
    for (const Choice &choice : choices) {
      try {
        rows.push_back(predicted_step(*the_case, choice, machine, asked));
      } catch (const UsageError &why) {
        left_out[why.what()].insert(choice.entry.name());
      }
    }
  }
  for (const auto &[why, stages] : left_out)
    say(fmt::format("not predicted: {}; {}", fmt::join(stages, ", "), why));
  // Without --stage, stages that are not in this build are no choices, so no reason above names them.
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
    json["hashes"] = hashes_of(row, asked.build.folder, name);
    fmt::print("{}\n", json.dump());
  }
  return Exit::ok;
}

}  // namespace

const Command predict_command = {
    "predict",
    "Predict",
    "predict the time of a step, on any machine whose micro-benchmarks are in results/",
    {"predict --case=heat-512 --stage=restrict --block=32x8",
     "predict --case=heat-128 --stage=coarsen --on=h100-80gb-hbm3 --json"},
    true,
    bind_options<PredictOptions, run_predict>};

}  // namespace ladder
