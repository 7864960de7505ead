#include "harness/answers/options/stage_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>

#include "harness/answers/options/choose.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/line/script.h"
#include "harness/base/nearest.h"
#include "harness/bench/registry/registry.h"

namespace ladder {

Option StageChoice::stage_option() {
  return {"--stage", Texts{&stages, "NAME,...", Offer::stages},
          "stages by name, or a plug-in such as ./mine.so"};
}

Option StageChoice::ladder_option() {
  return {"--ladder", Text{&ladder, "NAME|DIR"},
          "a folder that `ladder adopt` made, in place of a case; with `list` and `verify --size`: "
          "only stages of this ladder"};
}

void StageChoice::settle_ladder() {
  if (const AdoptedLadder *adopted = adopted_ladder()) {
    ladder = adopted->name;
    return;
  }
  const auto known = ladders();
  if (!ladder.empty() && std::ranges::find(known, ladder) == known.end())
    throw UsageError(fmt::format("--ladder={}: unknown ladder; this program has {}{}", ladder,
                                 fmt::join(known, ", "),
                                 did_you_mean(ladder, {known.begin(), known.end()})));
}

void StagesOfCase::declare_stages(Declared &declared) {
  declared.add("Stages", {stage_option()});
  declared.knobs = &knobs;
}

Option StagesOfCase::launch_option() {
  return {
      "--launch", OneOf{&launch, {"default", "tuned"}},
      "default: each stage's own knobs; tuned: the launch that `ladder tune` found for the case "
      "on this machine"};
}

void StagesOfCase::refuse_idle_launch() const {
  if (launch != "tuned") return;
  for (const auto &[knob, values] : knobs)
    throw UsageError(fmt::format("--{} would have no effect: --launch=tuned sets the knobs", knob));
  if (is_given("--shapes")) refuse({"--launch"}, "--shapes sets the knobs");
  if (is_given("--size"))
    refuse({"--launch"}, "launches are tuned for a case, and --size is not one");
}

void StagesOfCase::refuse_idle_ladder() const {
  if (ladder.empty() || adopted_ladder()) return;
  throw UsageError(fmt::format(
      "--ladder={}: this is no folder that `ladder adopt` made; ladders of this program are those "
      "of their cases: --case=NAME",
      ladder));
}

void StagesOfCase::settle_stages() {
  settle_ladder();
  if (ladder.empty()) ladder = located.ladder;
  if (emulate && !adopted_ladder()) emulate_stages(ladder, stages);
  if (emulate && adopted_ladder()) refuse_idle_emulation(*this);
  check_knobs(*this);
}

namespace {

// The table of the shared object, under the stage's own name.
StageEntry entry_of(const Json &one, const std::string &ladder) {
  static std::deque<std::string> names;  // entries point to them until the program ends
  static std::deque<ladder_stage> stages;
  StageEntry entry = describe_plugin(one.at("library"));
  ladder_stage &stage = stages.emplace_back(*entry.stage);
  stage.name = names.emplace_back(one.at("name").get<std::string>()).c_str();
  entry.stage = &stage;
  entry.file = one.at("file");
  entry.flags = one.at("flags");
  entry.ladder = ladder;
  entry.raced = one.at("raced");
  return entry;
}

}  // namespace

void emulate_stages(const std::string &ladder, Names &wanted) {
  Names words = {ladder};
  words.insert(words.end(), wanted.begin(), wanted.end());
  const Json answer = Json::parse(answer_of_script("emulate_stages.py", words), nullptr, false);
  throw_failure(answer);
  if (!answer.is_object()) throw Error(Exit::nothing_ran, "no CUDA stage could be emulated");
  if (answer.at("stages").empty())
    throw UsageError("--emulate would have no effect: none of the chosen stages is in CUDA");
  std::vector<StageEntry> stages;
  std::vector<UnbuiltStage> left_out;
  for (const Json &one : answer.at("stages")) {
    if (const std::string why = one.at("lacks"); !why.empty())
      left_out.push_back({ladder, one.at("name"), one.at("file"), why});
    else
      stages.push_back(entry_of(one, ladder));
    std::ranges::replace(wanted, one.at("asked").get<std::string>(),
                         one.at("name").get<std::string>());
  }
  replace_stages(stages, left_out);
}

Option Measuring::proof_option() {
  return {"--proof", OneOf{&proof, {"whole", "samples"}},
          "how a stage is proven: against a whole run of the float64 oracle, or by samples of the "
          "stage's own run. Without it: samples where the oracle would take too long"};
}

Option Measuring::isolate_option() {
  return {"--isolate", Flag{&isolate},
          "run every stage in a child process, so that a crash or a hang costs its own row alone"};
}

Option Measuring::hang_limit_option() {
  return {"--hang-limit", Real{&hang_limit, 0.001, longest_time},
          "a call in a child process that takes longer counts as a hang", "s"};
}

Option Measuring::budget_option() {
  return {"--budget", Real{&repetition.budget_s, 0.001, longest_time},
          "time for all points together, proofs included: measuring ends when each step is decided "
          "or this is used",
          "s"};
}

std::vector<Option> Measuring::timing_options() {
  return {budget_option(),
          {"--precision", Real{&repetition.precision, 1e-6, 1},
           "take samples until the interval of the median is within this share of it, in place of "
           "until the step is decided"},
          {"--time-limit", Real{&repetition.time_limit_s, 0.001, longest_time},
           "time after which no further sample of a point is taken, in place of --budget", "s"},
          {"--repetitions", Whole{&repetition.samples, 1, 1000},
           "number of samples of each point, instead of a precision; tune: of each of the last "
           "launches"}};
}

Option least_effect_option(double &least_effect) {
  return {"--least-effect", Real{&least_effect, 0, 1},
          "ignore changes below this share (default: 0.02; of instructions 0.002; of tune 0.01)"};
}

void Measuring::settle_budget(const CommandLine &line) {
  if (line.is_given("--repetitions"))
    line.refuse({"--precision"}, "--repetitions says how many samples are taken");
  // What says by itself how long it takes.
  if (!line.is_given("--budget") && (repetition.counted() || repetition.time_limit_s > 0))
    repetition.budget_s = 0;
}

void Measuring::refuse_idle_hang_limit(const CommandLine &line, const StageChoice &chosen) const {
  const auto is_plugin = [](const std::string &stage) { return stage.ends_with(".so"); };
  if (!isolate && std::ranges::none_of(chosen.stages, is_plugin))
    line.refuse({"--hang-limit"}, "no stage runs in a child process; add --isolate");
}

How how_to_measure(const CaseChoice &choice, const Measuring &measuring,
                   const CaseOverrides &over) {
  How how{measuring.repetition,
          measuring.isolate,
          measuring.hang_limit,
          std::nullopt,
          {"--case=" + choice.problem_case}};
  how.repetition.cold = measuring.cache == "cold";
  if (choice.located.made) how.case_arguments = choice.located.made->arguments;
  if (!measuring.proof.empty()) how.by_samples = measuring.proof == "samples";
  for (const std::string &word : case_arguments(over, CaseOption::all))
    how.case_arguments.push_back(word);
  return how;
}

}  // namespace ladder
