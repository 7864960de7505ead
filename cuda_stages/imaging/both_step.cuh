// A step of both fields in one launch, as both explains it.
#pragma once
#include "cuda_stages/imaging/fused_point.cuh"

namespace {

// A step of a field: from `now` and `before` to the field at `time`.
struct OneStep {
  Injected in;
  int time;
  const float *now, *before;
  float *next;
};

struct TwoSteps {
  OneStep of_layer[2];
};

template <int M>
__global__ void step_both(const __grid_constant__ Medium s,
                          const __grid_constant__ TwoSteps steps) {
  const OneStep &one = steps.of_layer[blockIdx.z];
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (s.g.has(iz, ix)) step_point<M>(s, one.in, one.time, one.now, one.before, one.next, iz, ix);
}

}  // namespace
