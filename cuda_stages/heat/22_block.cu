// block: the post's second step, another block.
// flags: -O3 -ftz=true
//
// Changes: a block has 64 x 8 x 1 threads, and its three sides are knobs.
// Why: a multiprocessor holds 2048 threads in 4 such blocks instead of 1024 in 32 of a warp, a
//   block is started for 512 cells instead of 32, and of the neighbours along x 6 of 8 lines are in
//   the first-level cache because the same block loads them. The post gained 1.1 to 2.2 times.
// Expected: 6 us a step of 128^3 cells on an H100, 4 times faster: 3.7 us from launch to launch or
//   the loads of 7 values a thread, whichever is longer
// Launch: `block` is the threads along z and x, `depth` along y; one launch a step.
// Run: ladder --case=heat-128 --stage=block --block=64x8 --depth=1
#include "cuda_stages/heat/cell_stage.cuh"

namespace {

__global__ void step_cells(Grid g, float factor, float *now, float *next) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (!g.changes(iz, ix, iy)) return;
  const std::int64_t line = g.pitch, plane = g.plane(), at = g.at(iz, ix, iy);
  next[at] = now[at] + factor * ((now[at - 1] + now[at + 1]) + (now[at - line] + now[at + line]) +
                                 (now[at - plane] + now[at + plane]) - 6.0f * now[at]);
}

enum { knob_block, knob_depth };

using Kernel = void (*)(Grid, float, float *, float *);

struct Stage : CellStage<Kernel> {
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : CellStage(c, step_cells, block_of(launch.knob[knob_block], launch.knob[knob_depth][0])) {}
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", nullptr, 2, {64, 8}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(depth, "threads a block along y", nullptr, 1, {1}, {1}, {64})};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "naive", .change = "blocks of 64 x 8 x 1 threads",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/22_block.counts.cuh"
