// The options that say how stages are proven and timed.
#pragma once
#include "harness/answers/options/stage_choice.h"
#include "harness/bench/measure/measure.h"

namespace ladder {

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
  Option precision_option();
  Option time_limit_option();
  Option repetitions_option();
  Option cache_option();

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
