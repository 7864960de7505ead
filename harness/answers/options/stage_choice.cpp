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
#include "harness/bench/registry/adopted.h"
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

}  // namespace ladder
