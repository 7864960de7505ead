// --launch=tuned: the launches that `ladder tune` found on this machine, in the place of the
// stages' own.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/options/stage_choice.h"
#include "harness/base/json.h"
#include "harness/bench/measure/measure.h"

namespace ladder {

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
