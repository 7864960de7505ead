// The entries of a CUDA stage of the wave. In addition to what stage_cuda.cuh says, a stage that
// gives the operator has
//   void laplacian(const float *p, float *lap);                        // host arrays; blocks
// and names CUDA_ENTRIES(Stage) in its table; one that owns the time loop has
//   void upload(const float *now, const float *before, int step);
//   void advance(int count);
//   void download(float *now, float *before, float *traces);
// and names LOOP_ENTRIES(Stage). No maths here.
#pragma once
#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/problems/wave/wave.h"

namespace {

template <typename Stage>
struct Entries : FrameEntries<ladder_wave, Stage> {
  using Frame = FrameEntries<ladder_wave, Stage>;
  using Frame::guard;
  using Frame::of;

  static ladder_status create(const void *the_case, const ladder_launch *launch,
                              ladder_state **state) {
    const auto &c = *static_cast<const ladder_wave *>(the_case);
    *state = nullptr;
    // Indices are 32-bit with room for a halo and a last, partly filled block.
    const ladder_status allowed = guard(Frame::error_of_create(), [&] {
      refuse_if(std::int64_t{c.nz} * c.nx * c.ny > (std::int64_t{1} << 30),
                "more than 2^30 cells: the indices of this stage are 32-bit");
    });
    return allowed == LADDER_OK ? Frame::create(the_case, launch, state) : allowed;
  }
  static ladder_status laplacian(ladder_state *state, const float *p, float *lap) {
    return guard(of(state).error, [&] { of(state).stage.laplacian(p, lap); });
  }
  static ladder_status upload(ladder_state *state, const float *now, const float *before,
                              int32_t step) {
    return guard(of(state).error, [&] { of(state).stage.upload(now, before, step); });
  }
  static ladder_status advance(ladder_state *state, int32_t count) {
    return guard(of(state).error, [&] { of(state).stage.advance(count); });
  }
  static ladder_status download(ladder_state *state, float *now, float *before, float *traces) {
    return guard(of(state).error, [&] { of(state).stage.download(now, before, traces); });
  }
};

template <typename Stage>
struct OperatorEntries : Entries<Stage> {
  static constexpr ladder_wave_entries table = {.laplacian = Entries<Stage>::laplacian};
};
template <typename Stage>
struct LoopEntries : Entries<Stage> {
  static constexpr ladder_wave_entries table = {.upload = Entries<Stage>::upload,
                                                .advance = Entries<Stage>::advance,
                                                .download = Entries<Stage>::download};
};

#define CUDA_ENTRIES(Stage)                                 \
  LADDER_WAVE_OPERATOR_WORK, FRAME_ENTRIES(Entries<Stage>), \
      .entries = &OperatorEntries<Stage>::table
// `locked`: whether the run's arrays are page-locked.
#define LOOP_TABLE(Stage, locked, its_table)                         \
  .owns_time_loop = 1, .page_locked = locked, LADDER_WAVE_LOOP_WORK, \
  FRAME_ENTRIES(Entries<Stage>), .entries = &its_table
#define LOOP_ENTRIES_WITH(Stage, locked) LOOP_TABLE(Stage, locked, LoopEntries<Stage>::table)
#define LOOP_ENTRIES(Stage) LOOP_ENTRIES_WITH(Stage, 0)

}  // namespace
