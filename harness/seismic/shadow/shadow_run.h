// Compares a program with a stage, captures its calls, or both: from the first step to the report.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/problems/wave/captured_case.h"
#include "harness/seismic/shadow/capture.h"
#include "harness/seismic/shadow/comparison.h"
#include "harness/seismic/shadow/shadow_stage.h"

namespace ladder {

// On standard error.
void say_of_shadow(const std::string &words);

class ShadowRun {
 public:
  // Throws Error: what is described is impossible, there is no such stage, it refuses, or a file
  // cannot be written.
  ShadowRun(const ladder_wave &, const ShadowSettings &);

  void step_begins(int step, const float *now, const float *before);
  void step_ends(const float *now, const float *before);
  // Reports what was found and writes the files.
  void finish();
  bool parted() const { return parted_ > 0; }

 private:
  void compare(const float *now, const float *before);
  void report(const StepCompared &) const;
  void summarise() const;
  void write_log() const;

  ShadowSettings settings_;
  WaveCase case_;
  std::string stage_text_;
  std::optional<Capture> capture_;
  std::optional<Comparison> comparison_;
  std::unique_ptr<ShadowStage> stage_;
  std::vector<StepCompared> steps_;
  std::optional<StepCompared> first_;
  int step_ = 0, parted_ = 0;
  bool open_ = false;  // a step has begun
  std::vector<float> now_,
      before_;  // of the program behind the last step, where the stage goes on by itself
};

}  // namespace ladder
