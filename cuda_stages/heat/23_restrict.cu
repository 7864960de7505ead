// restrict: the post's third step, const and restrict on all pointers.
// flags: -O3 -ftz=true
//
// Changes: `const` and `__restrict__` on the pointers of the kernel.
// Why: the compiler may then load through the read-only path and need not fear that a store changes
//   what was loaded. On Kepler that path was another cache, and the post gained 5 to 39 %. Since
//   Volta there is one first-level cache for both, and a thread that stores once, at its end, has
//   nothing to reorder.
// Expected: no gain, within 2 %: on a card of today both kinds of load go through one cache
// Launch: as block.
// Run: ladder --case=heat-128 --stage=restrict --block=64x8 --depth=1
#include "cuda_stages/heat/cell_stage.cuh"

namespace {

__global__ void step_cells(Grid g, float factor, const float *__restrict__ now,
                           float *__restrict__ next) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (!g.changes(iz, ix, iy)) return;
  const std::int64_t line = g.pitch, plane = g.plane(), at = g.at(iz, ix, iy);
  next[at] = now[at] + factor * ((now[at - 1] + now[at + 1]) + (now[at - line] + now[at + line]) +
                                 (now[at - plane] + now[at + plane]) - 6.0f * now[at]);
}

enum { knob_block, knob_depth };

using Kernel = void (*)(Grid, float, const float *, float *);

struct Stage : CellStage<Kernel> {
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : CellStage(c, step_cells, block_of(launch.knob[knob_block], launch.knob[knob_depth][0])) {}
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", nullptr, 2, {64, 8}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(depth, "threads a block along y", nullptr, 1, {1}, {1}, {64})};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "block",
                .change = "const and restrict on all pointers", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/22_block.counts.cuh"
