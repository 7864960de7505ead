// The host's side of the stages that launch one kernel a step, as naive does it, whose blocks cover
// the field. No maths here.
#pragma once
#include "cuda_stages/heat/field.cuh"

namespace {

// Kernel: (Grid, factor, T(n), T(n+1)); a thread has `cells` cells along y.
template <typename Kernel>
class CellStage {
 public:
  CellStage(const ladder_heat &c, Kernel kernel, const dim3 &block, int cells = 1)
      : factor_(c.factor), field_(Grid(c)), kernel_(kernel), block_(block),
        blocks_(blocks_for(field_.grid, block.x, block.y, block.z * cells)) {
    must_allow(kernel, block);
  }

  void upload(const float *now) { field_.upload(now); }
  void download(float *now) { field_.download(now); }

  void advance(int count) {
    for (int n = 0; n < count; ++n, field_.swap()) {
      kernel_<<<blocks_, block_>>>(field_.grid, factor_, field_.now(), field_.next());
      CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
  }

  ladder_launch used() const { return {{{int(block_.x), int(block_.y)}, {int(block_.z)}}}; }

 private:
  const float factor_;
  Field field_;
  const Kernel kernel_;
  const dim3 block_, blocks_;
};

}  // namespace
