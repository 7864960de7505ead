// The entries of a CUDA stage of the ladder wave3d, from a class. In addition to what
// stage_cuda.cuh says, a stage has
//   void upload(const float *now, const float *before, int step);
//   void advance(int count);
//   void download(float *now, float *before, float *traces);
// and names LOOP_ENTRIES(Stage) in its table. No maths here.
#pragma once
#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/problems/wave/wave.h"

namespace {

template <typename Stage>
struct Entries : FrameEntries<ladder_wave, Stage> {
  using Frame = FrameEntries<ladder_wave, Stage>;
  using Frame::guard;
  using Frame::of;

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
  static constexpr ladder_wave_entries table = {
      .upload = upload, .advance = advance, .download = download};
};

#define LOOP_ENTRIES(Stage)                                                  \
  .owns_time_loop = 1, LADDER_WAVE_LOOP_WORK, FRAME_ENTRIES(Entries<Stage>), \
  .entries = &Entries<Stage>::table

}  // namespace
