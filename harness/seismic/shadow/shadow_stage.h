// A stage that computes one time step after the other, each from the fields it is given or from its
// own.
#pragma once
#include <list>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/page_lock.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

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

}  // namespace ladder
