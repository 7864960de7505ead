// Loads a stage that somebody else built.
#pragma once
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/clean_text.h"
#include "harness/bench/registry/registry.h"
#include "harness/stage.h"

namespace ladder {

// Loads it into this process, where its constructors run. For the child that runs it, and for
// commands that neither judge nor time. Throws FileError: not there, not loadable, without the
// symbol, of another ABI version, or with entries missing. The library stays loaded until the
// program ends.
StageEntry load_plugin(const std::string &path);

// What it calls itself, in one word; not as a stage of this build, whose row and children it would
// be taken for.
std::string name_of_plugin(std::string_view);

// The same table as a child process read it: nothing of the plug-in is in this process, and the
// entries of the table fail when they are called. Throws FileError also when that child crashes or
// does not come back.
StageEntry describe_plugin(const std::string &path);

// The side of that child: loads the plug-in and says its table, or why there is none.
void say_table(const std::string &path);

// A stage whose shared object is loaded in a child process alone: its table as that one described
// it.

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
