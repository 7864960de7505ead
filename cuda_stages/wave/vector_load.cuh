// Loads of 16 bytes.
#pragma once
#include "cuda_stages/wave/entries.cuh"

namespace {

// From an address at 16 bytes.
__device__ inline void load4(const float *p, float *values) {
  const float4 quad = *reinterpret_cast<const float4 *>(p);
  values[0] = quad.x;
  values[1] = quad.y;
  values[2] = quad.z;
  values[3] = quad.w;
}

}  // namespace
