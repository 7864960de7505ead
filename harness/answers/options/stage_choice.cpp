#include "harness/answers/options/stage_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/answers/options/choose.h"
#include "harness/answers/options/emulate.h"
#include "harness/base/nearest.h"
#include "harness/bench/registry/adopted.h"

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

}  // namespace ladder
