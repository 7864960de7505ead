// What the options choose: stages with their launches.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/answers/options/stage_choice.h"
#include "harness/base/json.h"
#include "harness/bench/measure/measure.h"

namespace ladder {

// A stage of the ladder by name, or a plug-in: loaded with `load`, and otherwise described by a
// child process. Throws what find_stage does, and UsageError for one of another problem.
StageEntry stage_for(bool load, const std::string &name, const std::string &ladder);

// Throws UsageError for a knob that none of the chosen stages has, and for a value that no knob
// takes.
void check_knobs(const StagesOfCase &);

// Throws UsageError where none of the chosen stages is emulated.
void refuse_idle_emulation(const StagesOfCase &);

// The stages of --stage, all when it is empty, each with its own launch.
std::vector<Choice> choose_stages(const StageChoice &);

// The same with every combination of the knobs that were asked for.
// A knob applies to the stages that have it; one that no chosen stage has is refused. A combination
// that the declarations of a stage rule out goes to `refused`, or is thrown as UsageError without
// it.
std::vector<Choice> choose(const StagesOfCase &,
                           const std::function<void(const std::string &)> &refused = {});

// --launch=tuned: the launches that `ladder tune` found on this machine, in the place of the
// stages' own.

// The stage and the case, as lines of tuned launches name them.
Json tuned_point(const Case &, const Choice &);

struct TunedChoices {
  std::vector<Choice> choices;  // in the order that was given
  // Stages with knobs that were never tuned for the case: they keep their own launch.
  std::vector<std::string> untuned;
};

// Throws Error(not_comparable) where a tuned launch is stale, naming the field, and
// Error(nothing_ran) where none of the stages was tuned.
TunedChoices with_tuned_launches(const StagesOfCase &, std::vector<Choice>);

}  // namespace ladder
