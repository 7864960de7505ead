// The host's side of stages whose kernels store halos in the neighbours' slabs: slabs, knobs, and
// where halos are. The order of the steps is the stage's own.
#pragma once

#include "cuda_stages/heat/line_march.cuh"
#include "cuda_stages/heat/slabs.cuh"

namespace {

// From a cell of a slab to the same cell in a neighbour's memory [cells], and the plane that goes
// there; -1: none does.
struct PeerHalos {
  std::int64_t below, above;
  int lowest, highest;
};

enum { knob_block, knob_lines, knob_planes, knob_devices };

class PeerStage {
 public:
  using Kernel = void (*)(Grid, int, float, const float *, float *, PeerHalos);

  void upload(const float *now) { slabs_.upload(now); }
  void download(float *now) { slabs_.download(now); }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)},
             {lines_},
             {planes_},
             {slabs_.count()}}};
  }

 protected:
  // kernel_of(lines) is the kernel of so many lines a thread.
  template <typename KernelOf>
  PeerStage(const ladder_heat &c, const ladder_launch &launch, KernelOf kernel_of)
      : factor_(c.factor), block_(block_of(launch.knob[knob_block])),
        lines_(launch.knob[knob_lines][0]), kernel_(kernel_of(lines_)),
        slabs_(c, 4, launch.knob[knob_devices][0]),
        planes_(planes_of_piece(launch.knob[knob_planes][0], slabs_[0].field.grid,
                                dim3(4 * block_.x, lines_ * block_.y),
                                blocks_at_once(kernel_, block_), 6)) {
    must_allow(kernel_, block_);
    refuse_if(block_.x * block_.y % 32, "a block must be whole warps: a multiple of 32 threads");
    for (int part = 1; part < slabs_.count(); ++part)
      connect(slabs_[part - 1].device, slabs_[part].device);
  }

  // A step of a part from buffer k into the other one.
  void launch(int part, int k) const {
    const Slab &slab = slabs_[part];
    kernel_<<<blocks_for(slab.field.grid, 4 * block_.x, lines_ * block_.y, planes_), block_, 0,
              slab.stream>>>(slab.field.grid, planes_, factor_, slab.field.buffer(k),
                             slab.field.buffer(1 - k), halos(part, 1 - k));
    CHECK(cudaGetLastError());
  }

  Slabs &slabs() { return slabs_; }

 private:
  PeerHalos halos(int part, int next) const {
    const Slab &slab = slabs_[part];
    const Grid &g = slab.field.grid;
    const auto way = [&](const Slab *other, int own_plane, int their_plane) {
      return other ? (other->field.buffer(next) + g.at(0, 0, their_plane)) -
                         (slab.field.buffer(next) + g.at(0, 0, own_plane))
                   : 0;
    };
    const Slab *const below = slabs_.below(part), *const above = slabs_.above(part);
    return {way(below, 1, below ? below->field.grid.ny - 1 : 0), way(above, g.ny - 2, 0),
            below ? 1 : -1, above ? g.ny - 2 : -1};
  }

  const float factor_;
  const dim3 block_;
  const int lines_;
  const Kernel kernel_;
  Slabs slabs_;
  const int planes_;
};

#define PEER_KNOBS(kernel)                                                                   \
  LADDER_KNOB(block, "threads a block, z by x", kernel, 2, {32, 4}, {1, 1}, {1024, 1024}),   \
      LADDER_KNOB(lines, "lines of a thread along x: 1, 2 or 4", nullptr, 1, {1}, {1}, {4}), \
      LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}),       \
      LADDER_KNOB(devices, "parts, each on a GPU; as many as there are GPUs unless given",   \
                  nullptr, 1, {0}, {1}, {most_devices})

}  // namespace
