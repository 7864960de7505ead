// The options that choose stages, with their launches and for a case.
#pragma once
#include <map>
#include <string>

#include "harness/answers/options/case_choice.h"
#include "harness/base/line/command.h"
#include "harness/bench/measure/measure.h"

namespace ladder {

struct StageChoice {
  Names stages;               // by name, or plug-ins; empty: all
  std::string ladder;         // of the case; empty: of `list`, all of them
  bool emulate = false;       // CUDA stages are compiled for the host
  bool load_plugins = false;  // into this process, which is the child that runs them

  Option stage_option();
  Option ladder_option();
  // A folder of an adopted routine is the ladder that was made of it. Throws UsageError for one
  // that is not in this build.
  void settle_ladder();
};

struct StagesOfCase : CaseChoice, StageChoice {
  std::map<std::string, Names> knobs;  // expanded lists
  std::string launch = "default";      // or tuned

  // --stage, and the knobs of stages as options.
  void declare_stages(Declared &);
  Option launch_option();
  void refuse_idle_launch() const;
  // Throws UsageError for a --ladder of this build: the case names its own.
  void refuse_idle_ladder() const;
  // Once the case is located: the stages are those of its ladder. Throws UsageError for a knob that
  // none of them has.
  void settle_stages();
};

// CUDA stages on a machine without a GPU: harness/emulation/README.md.

// Compiles the ladder's CUDA stages, or those that are asked for, for the host, and puts them into
// the registry. A name that ends in .cu is a plug-in's source and becomes the path of what it is
// compiled into. What cannot be emulated is left out with its reason.
void emulate_stages(const std::string &ladder, Names &stages);

// The options that say how stages are proven and timed.

struct Measuring {
  Repetition repetition;
  std::string cache = "warm";  // or cold
  std::string proof;           // "whole" or "samples"; empty: as the size of the case demands
  bool isolate = false;
  double hang_limit = 600;  // [s]

  Option proof_option();
  Option isolate_option();
  Option hang_limit_option();
  Option budget_option();
  std::vector<Option> timing_options();  // the budget, and what may be in its place

  // Refuses a precision that has no effect; --repetitions and --time-limit are in place of a
  // budget.
  void settle_budget(const CommandLine &);
  // For a command that runs stages in its own process, unless it is asked otherwise.
  void refuse_idle_hang_limit(const CommandLine &, const StageChoice &) const;
};

// Of comparisons; negative: the command's own.
Option least_effect_option(double &);

// How points of the case are measured; `overrides` go to children, so that they build the same
// case.
How how_to_measure(const CaseChoice &, const Measuring &, const CaseOverrides &overrides);

}  // namespace ladder
