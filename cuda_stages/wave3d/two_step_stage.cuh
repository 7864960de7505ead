// The host's side of `two-step` and its child: the pieces along y, the tensor maps, four fields
// that take turns, and the launch of a pass. No maths here.
#pragma once

#include "cuda_stages/wave3d/rim_tile.cuh"
#include "cuda_stages/wave3d/sums.cuh"

namespace {

struct Maps {
  CUtensorMap now, before, v2dt2;
};

// p(n+1) goes to the first array, and p(n+2) to the other one.
template <typename AnyTile>
using TwoStepKernel = void (*)(Maps, Step, AnyTile, int, float *, float *);

// Kernels::of<M, lines, Twice>() is the kernel of a pass of two steps or one.
template <typename Kernels, typename AnyTile>
class TwoStepStage {
 public:
  TwoStepStage(const ladder_wave &c, const ladder_launch &launch, const Bytes &bytes = {})
      : tile_(choose_tile<AnyTile>(c, launch)), planes_(planes(c, launch)),
        run_(c, Grid(c, false), dim3(tile_.keep_z, tile_.keep_x, planes_),
             dim3(rim_z, c.half_length, c.half_length), 4, bytes) {
    for (int k = 0; k < 4; ++k) {
      framed_[k] = tensor_map(run_.field(k), run_.grid, tile_.pitch(), tile_.framed_x());
      tiled_[k] = tensor_map(run_.field(k), run_.grid, tile_.z(), tile_.x());
    }
    v2dt2_ = tensor_map(run_.v2dt2.cells(), run_.v2dt2.grid(),
                        tile_.pitch_of_v2dt2() / tile_.in_a_word, tile_.x());
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    spare_[0] = 2, spare_[1] = 3;
  }

  void advance(int count) {
    run_.must_have_left(count);
    for (; count >= 2; count -= 2) {
      const int next = spare_[0], after = spare_[1];
      const Step step = launch(twice_, next, after);
      spare_[0] = run_.before(), spare_[1] = run_.now();
      run_.took_steps(2, after, next);
      if (step.receivers) {
        record_sample<<<ceil_div(step.receivers, 256), 256>>>(step, run_.field(next), step.n + 1);
        CHECK(cudaGetLastError());
      }
    }
    if (count) {
      launch(once_, run_.before(), run_.before());
      run_.took_steps(1);
    }
    CHECK(cudaDeviceSynchronize());
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{tile_.threads()}, {tile_.keep_z, tile_.keep_x}, {tile_.lines}, {planes_}}};
  }

 private:
  using Kernel = TwoStepKernel<AnyTile>;

  // Results go to the fields `next` and `after`.
  Step launch(Kernel kernel, int next, int after) const {
    const Step step = run_.next_step();
    const Maps maps = {framed_[run_.now()], tiled_[run_.before()], v2dt2_};
    kernel<<<run_.blocks, tile_.threads(), tile_.bytes()>>>(maps, step, tile_, planes_,
                                                            run_.field(next), run_.field(after));
    CHECK(cudaGetLastError());
    return step;
  }

  template <int M, int lines>
  void take_kernels() {
    twice_ = Kernels::template of<M, lines, true>();
    once_ = Kernels::template of<M, lines, false>();
  }

  // Sets the kernels too.
  int planes(const ladder_wave &c, const ladder_launch &launch) {
    must_have_accelerator();
    const int m = c.half_length;
    if (tile_.lines == 1)
      m == 1 ? take_kernels<1, 1>() : m == 2 ? take_kernels<2, 1>() : take_kernels<3, 1>();
    else
      m == 1 ? take_kernels<1, 2>() : m == 2 ? take_kernels<2, 2>() : take_kernels<3, 2>();
    for (const Kernel kernel : {twice_, once_}) must_allow_shared(kernel, tile_.bytes());
    return planes_of_piece(launch.knob[knob_planes][0], Grid(c, false), tile_.keep_z, tile_.keep_x,
                           blocks_at_once(twice_, tile_.threads(), tile_.bytes()), short_piece);
  }

  Kernel twice_ = nullptr, once_ = nullptr;
  const AnyTile tile_;
  const int planes_;
  Run run_;
  CUtensorMap framed_[4], tiled_[4],
      v2dt2_;              // boxes of each field: with the frame, and the tile with its rim
  int spare_[2] = {2, 3};  // the fields that are neither p(n) nor p(n-1)
};

}  // namespace
