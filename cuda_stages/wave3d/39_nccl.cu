// nccl: several GPUs, each with a slab; NCCL sends the halos when a step is done.
// flags: -O3 -ftz=true
// needs: nccl
//
// Changes: the volume is cut along y into a slab a device. After a step's kernel the M planes at either end of a slab go to
//   the neighbours by ncclSend and ncclRecv, in the same stream.
// Why: two GPUs have twice the memory and twice its speed, and NCCL knows the way between any two of them, in one machine or
//   in several. But nothing is computed while halos travel: at M = 4 and 1024^2 cells a plane 16.8 MB each way take 60 to
//   100 us of a step of 4.5 ms.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an axis. The second taper of
//   a field comes one step late (step.cuh).
// Order: kernel, messages, kernel: a stream a device, and a message ends when both sides have come to it.
// Layout: that of tma, in each slab with M planes of its neighbours. Each cell sees the values that it sees on one device, so
//   the bits are the same.
// Launch: as tma; `devices`, as many as there are GPUs unless given.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2 operations a tap and 6
//   beside them. Over the link 4 M bytes a cell of each cut, each way and step.
// Run: ladder --case=two-layer-512 --stage=nccl --devices=2
#include "cuda_stages/wave3d/slab_march.cuh"
#include "cuda_stages/wave3d/slab_sends.cuh"

namespace {

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M,
                                          Lines)) void slab_step(const __grid_constant__ Maps maps,
                                                                 const __grid_constant__ Step s,
                                                                 Slots slots, Stretches stretches) {
  s.record(s.now, s.n);
  march<M, Lines>(maps, s, slots, stretches,
                  [](float *cell, int, const Quad &made) { store_quad(cell, made); });
}

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : slots_(choose_slots(c, launch)),
        slabs_(c, slots_, launch.knob[5][0], std::max(1, c.half_length)) {
    must_have_a_device_each(slabs_.count());
    with_half_length(c.half_length, [&](auto m) {
      kernel_ = slots_.lines == 2 ? slab_step<m, 2> : slab_step<m, 1>;
    });
    planes_ = planes_of_slabs(launch.knob[4][0], c, slabs_.count(), slots_, kernel_);
    if (slabs_.count() > 1) (void)communicators(slabs_.count());
  }

  void upload(const float *now, const float *before, int step) { slabs_.upload(now, before, step); }
  void advance(int count) {
    slabs_.advance(
        count,
        [&](int part, std::int64_t) {
          Slab &slab = slabs_[part];
          const Stretches own{{slab.planes.first(), slab.planes.last()}, {}, planes_};
          const dim3 blocks(slab.run.blocks.x, slab.run.blocks.y, own.pieces());
          kernel_<<<blocks, slots_.threads(), slots_.bytes(), slab.stream>>>(
              slab.maps[slab.run.now()], slab.run.next_step(), slots_, own);
        },
        [&](std::int64_t) {
          send_halos(slabs_, [&](int part) -> cudaStream_t { return slabs_[part].stream; });
        });
  }
  void download(float *now, float *before, float *traces) { slabs_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{slots_.threads()},
             {slots_.z, slots_.x},
             {slots_.lines},
             {slots_.count},
             {planes_},
             {slabs_.count()}}};
  }

 private:
  void (*kernel_)(Maps, Step, Slots, Stretches) = nullptr;
  const Slots slots_;
  Slabs slabs_;
  int planes_ = 0;
};

const ladder_knob knobs[] = {
    {"threads", "threads a block; its tile sets them", "slab_step", 1, {0}, {32}, {512}},
    {"tile", "cells of a block, z by x", nullptr, 2, {64, 32}, {4, 1}, {240, 240}},
    {"lines", "lines of 4 cells a thread, 1 or 2", nullptr, 1, {1}, {1}, {2}},
    {"ring", "slots in shared memory", nullptr, 1, {0}, {3}, {most_slots}},
    {"planes", "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}},
    {"devices",
     "parts, each on a GPU; as many as there are GPUs unless given",
     nullptr,
     1,
     {0},
     {1},
     {most_devices}}};

}  // namespace

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "tma",
    .change = "a slab a GPU; NCCL sends the halos when a step is done",
    .expectation =
        "on one GPU tma within 1 %; on two H200 at order 8 96 % of twice that with 1024^3 a GPU "
        "and 92 % "
        "at 1024^3 in all: 100 us a step of messages and 30 of launches, with nothing computed",
    .device = LADDER_ON_CUDA,
    .knobs = 6,
    .knob = knobs,
    LOOP_ENTRIES(Stage)};
