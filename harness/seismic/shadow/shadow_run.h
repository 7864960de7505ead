// Compares a program with a stage, captures its calls, or both: from the first step to the report.
#pragma once
#include <array>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/run/page_lock.h"
#include "harness/formats/captured_call.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// What a program asks of its shadow, by name or by a variable of the environment.

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

// Steps of a program, kept until they are written as one captured call.

class Capture {
 public:
  // Throws FileError: nothing can be written there.
  Capture(const CapturedCall &described, const ShadowSettings &);

  void step_begins(int step, const float *now, const float *before);
  void step_ends(int step, const float *now, const float *before);
  // Writes the file and reports its contents. Throws FileError: no step came, or it cannot be
  // written.
  std::string finish();

 private:
  CapturedCall call_;
  std::string file_, ended_because_;
  int first_, last_;
  std::vector<float> before_;  // p(step - 1) of call_.after
};

// Cell by cell: how far a stage is from the program, and whether rounding explains it.

// The result of one step.
struct StepCompared {
  int step = 0;
  double largest = 0;  // difference
  std::size_t largest_at = 0;
  double worst = 0;  // difference over its bound; infinite where a value is not a number
  std::size_t worst_at = 0;
  double worst_difference = 0, worst_bound = 0;
  bool worst_of_before = false;  // it is of p(step - 1), which the step tapers too
  std::size_t beyond = 0;        // cells of either field beyond their bound

  bool parted() const { return beyond > 0; }
};

class Comparison {
 public:
  Comparison(const WaveCase &, const ShadowSettings &);

  // What the step starts from, in the program: the start of a run, and of every step.
  void starts_from(const float *now, const float *before);
  // Throws Error where the program's own field is not finite.
  StepCompared compare(int step, const float *now, const float *before, const float *stage_now,
                       const float *stage_before);

  std::string bound_text() const;  // "what rounding explains of one step"
  std::string place(std::size_t cell) const;
  // "z = 0, x = 40": the borders at which no value was ever larger than its bound, so that a wrong
  // one shows in nothing.
  std::string borders_never_reached() const;

 private:
  using Bound = std::function<double(std::size_t cell)>;
  void note_peak(const float *now);
  void note_borders(const float *now, const Bound &);
  void look(const float *program, const float *stage, bool of_before, const Bound &,
            StepCompared &);
  // Of p(step): how far two computations of it in float32, in any order of summation, may be apart.
  double bound_of_a_step(int step, std::size_t cell) const;

  const WaveCase &case_;
  double share_;
  bool from_itself_;
  std::vector<float> start_now_, start_before_;
  std::map<std::size_t, std::size_t> source_at_;  // cell and number of each
  std::array<std::array<bool, 2>, 3> reached_{};  // the first and the last cells along z, x and y
  Peaks peaks_;
  std::function<double(const Peaks &)> rounding_;
};

// A stage that computes one time step after the other, each from the fields it is given or from its
// own.

class ShadowStage {
 public:
  // Throws Error: the stage refuses the case or the launch, or fails, in its words.
  ShadowStage(const WaveCase &, const StageEntry &, const ladder_launch &);
  ~ShadowStage();
  ShadowStage(const ShadowStage &) = delete;
  ShadowStage &operator=(const ShadowStage &) = delete;

  // What the next step starts from: p(step) and p(step - 1).
  void take(std::int32_t step, const float *now, const float *before);
  // Goes on by one step. Throws Error where the stage fails, or writes out of bounds.
  void go_on();

  const float *now() const { return now_.data(); }
  const float *before() const { return before_.data(); }

 private:
  ladder_status operator_step();
  ladder_status loop_step();
  [[noreturn]] void fail(ladder_status) const;

  const WaveCase &case_;
  StageEntry entry_;
  ladder_wave view_;
  GuardedBuffer<float> now_, before_, laplacian_, traces_;
  std::vector<float> samples_;  // of the sources at one step
  std::list<PageLock> locks_;
  ladder_state *state_ = nullptr;
  std::int32_t step_ = 0;
  bool given_ = false;  // fields that the stage has not received yet
};

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
