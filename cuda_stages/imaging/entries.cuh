// The entries of a CUDA stage of the ladder imaging. In addition to what stage_cuda.cuh says, a
// stage has
//   void upload(const float *now, const float *before);  // host arrays; all four block
//   void advance(int count);
//   void download(float *image, float *gather_x, float *gather_z, float *illumination);
//   // without buffers for copies
//   static ladder_imaging_memory memory(const ladder_imaging &, const ladder_launch &);
// and names LOOP_ENTRIES(Stage) in its table. No maths here.
#pragma once
#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/problems/imaging/imaging.h"

namespace {

template <typename Stage>
struct LoopEntries : FrameEntries<ladder_imaging, Stage> {
  using Frame = FrameEntries<ladder_imaging, Stage>;
  using Frame::guard;
  using Frame::of;

  static ladder_status upload(ladder_state *state, const float *now, const float *before) {
    return guard(of(state).error, [&] { of(state).stage.upload(now, before); });
  }
  static ladder_status advance(ladder_state *state, int32_t count) {
    return guard(of(state).error, [&] { of(state).stage.advance(count); });
  }
  static ladder_status download(ladder_state *state, float *image, float *gather_x, float *gather_z,
                                float *illumination) {
    return guard(of(state).error,
                 [&] { of(state).stage.download(image, gather_x, gather_z, illumination); });
  }
  static ladder_status memory(const ladder_imaging *c, const ladder_launch *launch,
                              ladder_imaging_memory *all) {
    *all = Stage::memory(*c, *launch);
    return LADDER_OK;
  }
  static constexpr ladder_imaging_entries table = {
      .upload = upload, .advance = advance, .download = download, .memory = memory};
};

// `locked`: whether the run's arrays are page-locked.
#define LOOP_ENTRIES_WITH(Stage, locked)                           \
  .owns_time_loop = 1, .page_locked = locked, LADDER_IMAGING_WORK, \
  FRAME_ENTRIES(LoopEntries<Stage>), .entries = &LoopEntries<Stage>::table
#define LOOP_ENTRIES(Stage) LOOP_ENTRIES_WITH(Stage, 0)

}  // namespace
