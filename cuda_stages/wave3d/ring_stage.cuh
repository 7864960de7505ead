// The host's side of `tma` and its children: the ring, the pieces along y, the tensor maps, and the
// launch of a step. No maths here.
#pragma once
#include "cuda_stages/wave3d/ring_march.cuh"

namespace {

template <typename AnySlots>
using RingKernelOf = void (*)(Maps, Step, AnySlots, int);
using RingKernel = RingKernelOf<Slots>;

// Kernels::of<M, Lines>() is the kernel of a half-length and of so many lines a thread.
template <typename Kernels, typename AnySlots = Slots>
class RingStage {
 public:
  RingStage(const ladder_wave &c, const ladder_launch &launch, const Bytes &bytes = {})
      : slots_(choose_slots<AnySlots>(c, launch)), planes_(planes(c, launch.knob[knob_planes][0])),
        run_(c, Grid(c, false), dim3(slots_.z, slots_.x, planes_), dim3(0, 0, 0), 2, bytes),
        maps_{maps_of(run_, slots_, 0), maps_of(run_, slots_, 1)} {}

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.advance(count, [&](const Step &step) {
      kernel_<<<run_.blocks, slots_.threads(), slots_.bytes()>>>(maps_[run_.now()], step, slots_,
                                                                 planes_);
    });
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{slots_.threads()}, {slots_.z, slots_.x}, {slots_.lines}, {slots_.count}, {planes_}}};
  }

 private:
  // Sets the kernel too.
  int planes(const ladder_wave &c, int given) {
    with_half_length(c.half_length, [&](auto m) {
      kernel_ = slots_.lines == 2 ? Kernels::template of<m, 2>() : Kernels::template of<m, 1>();
    });
    must_allow_shared(kernel_, slots_.bytes());
    const Grid grid(c, false);
    return planes_of_piece(given, grid, slots_.z, slots_.x,
                           blocks_at_once(kernel_, slots_.threads(), slots_.bytes()),
                           most_planes_of<AnySlots>(grid));
  }

  RingKernelOf<AnySlots> kernel_ = nullptr;
  const AnySlots slots_;
  const int planes_;
  Run run_;
  const Maps maps_[2];  // for a step from either field
};

}  // namespace
