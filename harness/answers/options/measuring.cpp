#include "harness/answers/options/measuring.h"

#include <algorithm>

namespace ladder {

Option Measuring::proof_option() {
  return {"--proof", OneOf{&proof, {"whole", "samples"}},
          "how a stage is proven: against a whole run of the float64 oracle, or by samples of the "
          "stage's own run. Without it: samples where the oracle would take too long"};
}

Option Measuring::isolate_option() {
  return {"--isolate", Flag{&isolate},
          "run every stage in a child process, so that a crash or a hang costs its own row alone"};
}

Option Measuring::hang_limit_option() {
  return {"--hang-limit", Real{&hang_limit, 0.001, longest_time},
          "a call in a child process that takes longer counts as a hang", "s"};
}

Option Measuring::budget_option() {
  return {"--budget", Real{&repetition.budget_s, 0.001, longest_time},
          "time for all points together, proofs included: measuring ends when each step is decided "
          "or this is used",
          "s"};
}

Option Measuring::precision_option() {
  return {"--precision", Real{&repetition.precision, 1e-6, 1},
          "take samples until the interval of the median is within this share of it, in place of "
          "until the step is decided"};
}

Option Measuring::time_limit_option() {
  return {"--time-limit", Real{&repetition.time_limit_s, 0.001, longest_time},
          "time after which no further sample of a point is taken, in place of --budget", "s"};
}

Option Measuring::repetitions_option() {
  return {"--repetitions", Whole{&repetition.samples, 1, 1000},
          "number of samples of each point, instead of a precision; tune: of each of the last "
          "launches"};
}

Option Measuring::cache_option() {
  return {"--cache", OneOf{&cache, {"warm", "cold"}},
          "cold: the caches are emptied before every sample"};
}

Option least_effect_option(double &least_effect) {
  return {"--least-effect", Real{&least_effect, 0, 1},
          "ignore changes below this share (default: 0.02; of instructions 0.002; of tune 0.01)"};
}

void Measuring::settle_budget(const CommandLine &line) {
  if (line.is_given("--repetitions"))
    line.refuse({"--precision"}, "--repetitions says how many samples are taken");
  // What says by itself how long it takes.
  if (!line.is_given("--budget") && (repetition.counted() || repetition.time_limit_s > 0))
    repetition.budget_s = 0;
}

void Measuring::refuse_idle_hang_limit(const CommandLine &line, const StageChoice &chosen) const {
  const auto is_plugin = [](const std::string &stage) { return stage.ends_with(".so"); };
  if (!isolate && std::ranges::none_of(chosen.stages, is_plugin))
    line.refuse({"--hang-limit"}, "no stage runs in a child process; add --isolate");
}

How how_to_measure(const CaseChoice &choice, const Measuring &measuring,
                   const CaseOverrides &over) {
  How how{measuring.repetition,
          measuring.isolate,
          measuring.hang_limit,
          std::nullopt,
          {"--case=" + choice.problem_case}};
  how.repetition.cold = measuring.cache == "cold";
  if (choice.located.made) how.case_arguments = choice.located.made->arguments;
  if (!measuring.proof.empty()) how.by_samples = measuring.proof == "samples";
  for (const std::string &word : case_arguments(over, CaseOption::all))
    how.case_arguments.push_back(word);
  return how;
}

}  // namespace ladder
