// fused-graph: many steps are launched together, as a CUDA graph.
// flags: -O3 -ftz=true
//
// Changes: 100 steps are recorded as a graph, once from either buffer, and one call starts them
//   all.
// Why: at 128^3 cells a step computes for about as long as the host takes to launch it, 3.7 us.
//   From node to node of a graph it is 1.3 us, and no host is involved.
// Expected: 4 us a step of 128^3 cells on an H100, 500 Gpoint/s: 2.8 us of kernel at the
//   second-level cache's 6 TB/s and 1.3 us from node to node; no change at 512^3
// Launch: as coarsen; `steps` is the steps of a graph. What is left of a stretch is launched one by
//   one.
// Run: ladder --case=heat-128 --stage=fused-graph --steps=100
#include "cuda_stages/heat/field.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

template <int Cells>
__global__ void step_coarse(Grid g, float factor, const float *__restrict__ now,
                            float *__restrict__ next) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int first = (blockIdx.z * blockDim.z + threadIdx.z) * Cells;
  const std::int64_t line = g.pitch, plane = g.plane();
#pragma unroll
  for (int i = 0; i < Cells; ++i) {
    const int iy = first + i;
    if (!g.changes(iz, ix, iy)) continue;
    const std::int64_t at = g.at(iz, ix, iy);
    next[at] = now[at] + factor * ((now[at - 1] + now[at + 1]) + (now[at - line] + now[at + line]) +
                                   (now[at - plane] + now[at + plane]) - 6.0f * now[at]);
  }
}

using Kernel = void (*)(Grid, float, const float *, float *);

inline Kernel kernel_of(int cells) {
  switch (cells) {
    case 1:
      return step_coarse<1>;
    case 2:
      return step_coarse<2>;
    case 4:
      return step_coarse<4>;
    case 8:
      return step_coarse<8>;
    case 16:
      return step_coarse<16>;
  }
  throw Failure(LADDER_REFUSED, "cells is 1, 2, 4, 8 or 16, not " + std::to_string(cells));
}

enum { knob_block, knob_depth, knob_cells, knob_steps };

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : factor_(c.factor), field_(Grid(c)),
        block_(block_of(launch.knob[knob_block], launch.knob[knob_depth][0])),
        cells_(launch.knob[knob_cells][0]),
        blocks_(blocks_for(field_.grid, block_.x, block_.y, block_.z * cells_)),
        kernel_(kernel_of(cells_)), length_(launch.knob[knob_steps][0]) {
    must_allow(kernel_, block_);
    for (int k : {0, 1}) capture(graphs_[k], field_.buffer(k), field_.buffer(1 - k));
    CHECK(cudaStreamSynchronize(stream_));
  }

  void upload(const float *now) { field_.upload(now); }
  void download(float *now) { field_.download(now); }

  void advance(int count) {
    for (; count >= length_; count -= length_) {
      CHECK(cudaGraphLaunch(graphs_[field_.which()].exec, stream_));
      if (length_ % 2) field_.swap();
    }
    for (; count > 0; --count, field_.swap()) launch(field_.now(), field_.next());
    CHECK(cudaStreamSynchronize(stream_));
  }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)},
             {static_cast<int>(block_.z)},
             {cells_},
             {length_}}};
  }

 private:
  void launch(const float *now, float *next) const {
    kernel_<<<blocks_, block_, 0, stream_>>>(field_.grid, factor_, now, next);
    CHECK(cudaGetLastError());
  }

  // Steps from T(n) in `now` on: recorded, not run.
  void capture(GraphExec &graph, float *now, float *next) {
    ::capture(graph, stream_, [&] {
      for (int i = 0; i < length_; ++i, std::swap(now, next)) launch(now, next);
    });
  }

  const float factor_;
  Field field_;
  const dim3 block_;
  const int cells_;
  const dim3 blocks_;
  const Kernel kernel_;
  const int length_;  // steps of a graph
  const Stream stream_;
  GraphExec graphs_[2];  // either buffer may be T(n) when a graph begins
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", nullptr, 2, {128, 4}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(depth, "threads a block along y", nullptr, 1, {1}, {1}, {64}),
    LADDER_KNOB(cells, "cells of a thread along y: 1, 2, 4, 8 or 16", nullptr, 1, {4}, {1}, {16}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "coarsen",
                .change = "many steps are launched together, as a CUDA graph", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/31_fused_graph.counts.cuh"
