// The entries of a CUDA stage of the heat equation. In addition to what stage_cuda.cuh says, a
// stage that gives one step has
//   void step(const float *now, float *next);  // host arrays; blocks
// and names STEP_ENTRIES(Stage) in its table; one that owns the time loop has
//   void upload(const float *now);
//   void advance(int count);
//   void download(float *now);
// and names LOOP_ENTRIES(Stage). Either refuses cases that are not plain; GENERAL_ENTRIES(Stage)
// does not. No maths here.
#pragma once
#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/problems/heat/heat.h"

namespace {

template <typename Stage>
struct Entries : FrameEntries<ladder_heat, Stage> {
  using Frame = FrameEntries<ladder_heat, Stage>;
  using Frame::guard;
  using Frame::of;

  static ladder_status create(const void *the_case, const ladder_launch *launch,
                              ladder_state **state) {
    if (!static_cast<const ladder_heat *>(the_case)->general)
      return Frame::create(the_case, launch, state);
    *state = nullptr;
    Frame::error_of_create() = LADDER_HEAT_PLAIN_ALONE;
    return LADDER_REFUSED;
  }
  static ladder_status step(ladder_state *state, const float *now, float *next) {
    return guard(of(state).error, [&] { of(state).stage.step(now, next); });
  }
  static ladder_status upload(ladder_state *state, const float *now) {
    return guard(of(state).error, [&] { of(state).stage.upload(now); });
  }
  static ladder_status advance(ladder_state *state, int32_t count) {
    return guard(of(state).error, [&] { of(state).stage.advance(count); });
  }
  static ladder_status download(ladder_state *state, float *now) {
    return guard(of(state).error, [&] { of(state).stage.download(now); });
  }
};

template <typename Stage>
struct StepEntries : Entries<Stage> {
  static constexpr ladder_heat_entries table = {.step = Entries<Stage>::step};
};
template <typename Stage>
struct LoopEntries : Entries<Stage> {
  static constexpr ladder_heat_entries table = {.upload = Entries<Stage>::upload,
                                                .advance = Entries<Stage>::advance,
                                                .download = Entries<Stage>::download};
};

#define STEP_ENTRIES(Stage) \
  LADDER_HEAT_WORK, FRAME_ENTRIES(Entries<Stage>), .entries = &StepEntries<Stage>::table
#define LOOP_ENTRIES(Stage)                                             \
  .owns_time_loop = 1, LADDER_HEAT_WORK, FRAME_ENTRIES(Entries<Stage>), \
  .entries = &LoopEntries<Stage>::table
// The same for a stage that takes all cases.
#define GENERAL_ENTRIES(Stage)                                            \
  .owns_time_loop = 1, .bytes_per_point = 12, .operations_per_point = 45, \
  FRAME_ENTRIES(Entries<Stage>::Frame), .entries = &LoopEntries<Stage>::table

}  // namespace
