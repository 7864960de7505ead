// coarsen: the post's last step, several cells a thread.
// flags: -O3 -ftz=true
//
// Changes: a thread computes `cells` cells along y, 4 in the post, in blocks of 128 x 4 x 1.
// Why: a quarter of the threads start and compute their place, and the compiler may keep a value
//   that is the centre of one cell and the neighbour of the next: 6 loads along y for 4 cells
//   instead of 12, so 5.5 a cell instead of 7. The post gained 1.1 to 1.6 times.
// Expected: 4 us a step of 128^3 cells on an H100, 1.3 times faster, now bound by 3.7 us from
//   launch to launch; at 512^3 1.2 times faster
// Launch: `block` is the threads along z and x, `depth` along y; `cells` cells a thread along y.
//   Not restrict's --block=64x8: the post changed block and cells at once, and so does this stage;
//   --block=64x8 here, or 128x4 there, divides the two.
// Run: ladder --case=heat-128 --stage=coarsen --block=128x4 --depth=1 --cells=4
#include "cuda_stages/heat/cell_stage.cuh"

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

enum { knob_block, knob_depth, knob_cells };

class Stage : public CellStage<Kernel> {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : CellStage(c, kernel_of(launch.knob[knob_cells][0]),
                  block_of(launch.knob[knob_block], launch.knob[knob_depth][0]),
                  launch.knob[knob_cells][0]),
        cells_(launch.knob[knob_cells][0]) {}

  ladder_launch used() const {
    ladder_launch all = CellStage::used();
    all.knob[knob_cells][0] = cells_;
    return all;
  }

 private:
  const int cells_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", nullptr, 2, {128, 4}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(depth, "threads a block along y", nullptr, 1, {1}, {1}, {64}),
    LADDER_KNOB(cells, "cells of a thread along y: 1, 2, 4, 8 or 16", nullptr, 1, {4}, {1}, {16})};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "restrict",
                .change = "a thread computes 4 cells along y", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/24_coarsen.counts.cuh"
