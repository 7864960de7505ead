#include "harness/command/shown/slow_threads.h"

#include <algorithm>

#include "harness/base/progress.h"
#include "harness/machine/environment/openmp.h"

namespace ladder {
namespace {

bool has_threads(const Choice &choice) {
  const ladder_stage &stage = *choice.entry.stage;
  return stage.device == LADDER_ON_HOST &&
         std::any_of(stage.knob, stage.knob + stage.knobs,
                     [](const auto &knob) { return std::string(knob.name) == "threads"; });
}

}  // namespace

void say_if_threads_are_slow(const std::vector<Choice> &choices, const Environment &environment) {
  const std::string why = why_threads_are_slow(environment.openmp);
  if (!why.empty() && std::ranges::any_of(choices, has_threads)) say("warning: " + why);
}

}  // namespace ladder
