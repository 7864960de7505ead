// What a program asks of its shadow, by name or by a variable of the environment.
#pragma once
#include <limits>
#include <string>

#include "harness/bench/run/launch.h"

namespace ladder {

struct ShadowSettings {
  std::string stage;  // a name or a plug-in; empty: none
  AskedKnobs knobs;
  bool from_itself = false;
  double bound = 0;  // a share of the program's largest value so far; 0: what rounding explains
  std::string log, capture;                               // files; empty: none
  int first = 1, last = std::numeric_limits<int>::max();  // step that is captured

  bool idle() const { return stage.empty() && capture.empty(); }
};

// Takes precedence over the environment. Throws UsageError for an unknown name.
void set_for_shadow(const std::string &name, const std::string &value);

// Those that were set, else those of the environment. Throws UsageError.
ShadowSettings shadow_settings();

}  // namespace ladder
