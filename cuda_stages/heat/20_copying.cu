// copying: a kernel for the step; the field goes to the device and comes back every step.
// flags: -O3
//
// Changes: the step runs on the GPU, a thread for each cell, in the post's first block of 32 x 1 x
//   1; T(n) goes there and T(n+1) comes back every step.
// Why: every cell is independent of the others. But 16.8 MB cross the bus each step of 128^3 cells,
//   from and to memory that is not page-locked. The post leaves the field on the device and never
//   shows this.
// Expected: 1.4 ms a step of 128^3 cells on an H100: two copies of 8.4 MB at 12 GB/s; no faster
//   than fortran
// Launch: blocks of 32 x 1 x 1 along z, a warp each: 32 neighbours in z are one access.
// Work per point: 8 bytes if every value crosses once, 8 operations: 6 additions and 2 products.
// Run: ladder --case=heat-128 --stage=copying
#include "cuda_stages/heat/field.cuh"

namespace {

__global__ void step_cells(Grid g, float factor, float *now, float *next) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz >= g.nz) return;
  const std::int64_t line = g.pitch, plane = g.plane(), at = g.at(iz, ix, iy);
  if (!g.changes(iz, ix, iy)) {
    next[at] = now[at];
    return;
  }
  next[at] = now[at] + factor * ((now[at - 1] + now[at + 1]) + (now[at - line] + now[at + line]) +
                                 (now[at - plane] + now[at + plane]) - 6.0f * now[at]);
}

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &)
      : grid_(c), factor_(c.factor), blocks_(blocks_for(grid_, block_.x, block_.y, block_.z)),
        now_(grid_.all()), next_(grid_.all()) {}

  void step(const float *now, float *next) {
    const std::size_t bytes = grid_.all() * sizeof(float);
    CHECK(cudaMemcpy(now_, now, bytes, cudaMemcpyHostToDevice));
    step_cells<<<blocks_, block_>>>(grid_, factor_, now_, next_);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(next, next_, bytes, cudaMemcpyDeviceToHost));
  }

  ladder_launch used() const { return {}; }

 private:
  const Grid grid_;
  const float factor_;
  const dim3 block_ = dim3(32, 1, 1), blocks_;
  const DeviceBuffer<float> now_, next_;
};

}  // namespace

LADDER_STAGE = {
    LADDER_HEAT_FRAME, .parent = "c-O3",
    .change = "CUDA: a thread for each cell; the field is copied there and back every step",
    ON_CUDA, STEP_ENTRIES(Stage)};
