// naive: the post's first kernel; the field stays on the device.
// flags: -O3 -ftz=true
//
// Changes: the field is copied to the device once, and two buffers there change roles every step;
//   the stage owns the time loop.
// Why: all but 2 % of `copying` were copies. What is left is the post's first version: blocks of a
//   warp, of which a multiprocessor holds 32 at once, so half of its places for warps stay empty.
// Expected: 25 us a step of 128^3 cells on an H100, 50 times faster: 65536 blocks of one warp, of
//   which a multiprocessor starts about one in 40 clocks
// Launch: blocks of 32 x 1 x 1 along z, one launch a step.
// Run: ladder --case=heat-128 --stage=naive
#include "cuda_stages/heat/field.cuh"

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

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &)
      : factor_(c.factor), field_(Grid(c)),
        blocks_(blocks_for(field_.grid, block_.x, block_.y, block_.z)) {}

  void upload(const float *now) { field_.upload(now); }
  void download(float *now) { field_.download(now); }

  void advance(int count) {
    for (int n = 0; n < count; ++n, field_.swap()) {
      step_cells<<<blocks_, block_>>>(field_.grid, factor_, field_.now(), field_.next());
      CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
  }

  ladder_launch used() const { return {}; }

 private:
  const float factor_;
  Field field_;
  const dim3 block_ = dim3(32, 1, 1), blocks_;
};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "copying", .change = "the field stays on the device",
                ON_CUDA, LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/21_naive.counts.cuh"
