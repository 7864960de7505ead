// The host's side of stages whose kernels store halos in the neighbours' slabs: slabs, knobs, and
// where halos are. The order of the steps is the stage's own.
#pragma once
#include "cuda_stages/heat/field.cuh"
#include "cuda_stages/heat/marching.cuh"
#include "cuda_stages/heat/quad.cuh"
#include "cuda_stages/shared/several_devices.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

// The march of `wide` through a piece: lines of four cells along z, the plane after the next asked
// for early. What a thread does with its cells behind the loop is the stage's own.

// behind(own, piece): all cells of the piece are made.
template <int Lines, typename Behind>
__device__ __forceinline__ void march_lines(const Grid &g, int planes, float factor,
                                            const float *__restrict__ now, float *__restrict__ next,
                                            Behind behind) {
  const Piece piece(g, planes, blockIdx.z);
  if (piece.first >= piece.end) return;
  const QuadLines<Lines> own(g, factor);
  const std::int64_t plane = g.plane();
  std::int64_t at = g.at(own.iz, own.ix, piece.first);
  Quad below[Lines], centre[Lines], above[Lines];
  own.load(now, at - plane, below);
  own.load(now, at, centre);
  own.load(now, at + plane, above);
  for (int iy = piece.first; iy < piece.end; ++iy, at += plane) {
    Quad later[Lines];  // asked for before the plane at hand is computed
    own.load(now, at + 2 * plane, later, iy + 1 < piece.end);
    own.step(now, at, below, centre, above, next);
#pragma unroll
    for (int i = 0; i < Lines; ++i) {
      below[i] = centre[i];
      centre[i] = above[i];
      above[i] = later[i];
    }
  }
  behind(own, piece);
}

// Stores the cells of a plane a second time, `way` cells from where they are. Of the thread's own
// cells and behind the loop, which then needs no more registers than that of wide.
template <int Lines>
__device__ __forceinline__ void store_again(const Grid &g, const QuadLines<Lines> &own,
                                            const Piece &piece, int iy, std::int64_t way,
                                            float *next) {
  if (iy < piece.first || iy >= piece.end) return;
#pragma unroll
  for (int i = 0; i < Lines; ++i)
    if (own.exists(i) && own.ix + i > 0 && own.ix + i < g.nx - 1) {
      float *const cell = next + g.at(own.iz, own.ix + i, iy);
      store_quad(cell + way, load_quad(cell));
    }
}

// A field in slabs along y, one a device. Each is a case of its own whose outermost planes, where
// another slab is, are the neighbour's: cells that stay in a step, and that the neighbour replaces.

class Slab {
 public:
  Slab(const ladder_heat &c, int multiple, int part, int parts)
      : device(device_of(part)), begin(int(std::int64_t{c.ny} * part / parts)),
        end(int(std::int64_t{c.ny} * (part + 1) / parts)), below(part > 0), above(part < parts - 1),
        on_(device), field(Grid(view(c), multiple)) {
    on_.reset();
  }
  ~Slab() { (void)cudaSetDevice(device); }  // what it has is freed there

  void upload(const float *now) {
    const OnDevice on(device);
    field.upload(now + std::size_t(field.grid.nz) * field.grid.nx * (begin - below));
  }
  void download(float *now) const {
    const OnDevice on(device);
    const Grid &g = field.grid;
    CHECK(cudaMemcpy2D(now + std::size_t(g.nz) * g.nx * begin, g.nz * sizeof(float),
                       field.now() + g.at(0, 0, below), g.pitch * sizeof(float),
                       g.nz * sizeof(float), std::size_t(g.nx) * (end - begin),
                       cudaMemcpyDeviceToHost));
  }

  const int device;
  const int begin, end;     // planes of the whole case that it computes
  const bool below, above;  // whether there is a slab: one plane of it is here too

 private:
  ladder_heat view(ladder_heat c) const {
    c.ny = end - begin + below + above;
    return c;
  }
  HeldDevice on_;

 public:
  Field field;
  const Stream stream;
  Event done[2];  // the step of this parity
};

class Slabs : public Parts<Slab> {
 public:
  Slabs(const ladder_heat &c, int multiple, int devices) {
    const int parts = choose_parts(devices, c.ny, 1);
    for (int part = 0; part < parts; ++part)
      parts_.push_back(std::make_unique<Slab>(c, multiple, part, parts));
  }
  void upload(const float *now) {
    for (const auto &slab : parts_) slab->upload(now);
  }
  void download(float *now) const {
    for (const auto &slab : parts_) slab->download(now);
  }
  // start(part, n) starts step n of a part.
  template <typename Start>
  void advance(int count, Start start) {
    take_steps(
        count, start, [](std::int64_t) {}, [](Slab &slab) { slab.field.swap(); });
  }
};

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
