// A stage whose shared object is loaded in a child process alone: its table as that one described
// it.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "harness/base/clean_text.h"
#include "harness/stage.h"

namespace ladder {

struct DescribedStage {
  std::deque<std::string> texts;  // that the table points to
  std::vector<ladder_knob> knobs;
  ladder_stage stage{};

  DescribedStage() {
    stage.abi_version = LADDER_ABI_VERSION;
    stage.create = [](const void *, const ladder_launch *, ladder_state **state) {
      *state = nullptr;
      return LADDER_FAILED;
    };
    stage.launch_used = [](const ladder_state *, ladder_launch *) { return LADDER_FAILED; };
    stage.last_error = [](const ladder_state *) {
      return "a plug-in runs in a child process only";
    };
    stage.destroy = [](ladder_state *) {};
  }

  const char *keep(const Json &text, std::string (*clean)(std::string_view) = clean_text) {
    if (text.is_null()) return nullptr;
    return texts.emplace_back(clean(text.get<std::string>())).c_str();
  }
  void take(const ladder_knob &knob) {
    if (knobs.size() == LADDER_MOST_KNOBS) return;
    knobs.push_back(knob);
    stage.knob = knobs.data();
    stage.knobs = static_cast<std::int32_t>(knobs.size());
  }
};

}  // namespace ladder
