// What a step's kernel is given, and the values of a step.
//
// After a step both fields are tapered, so p(n-1) has been tapered twice when it is used. Stages
// with one kernel a step let the second taper of a field wait until then:
//     p(n+1) = t (2 p(n) - t p(n-1) + (v dt)^2 L p(n) + s).
// Right after an upload p(n-1) has had both, and a download gives it the second one; that product
// is rounded by itself, so a download between two steps changes nothing. The step from n records
// sample n; a download adds the last one.
#pragma once
#include "cuda_stages/wave3d/entries.cuh"

namespace {

// [k] of the neighbours at k and -k.
struct Taps {
  float z[LADDER_MOST_HALF_LENGTH + 1], x[LADDER_MOST_HALF_LENGTH + 1],
      y[LADDER_MOST_HALF_LENGTH + 1];
};

struct Source {
  int z, x, y, number;
};

// The sources in the cells of a block are stored one after the other, by y.
struct SourcesView {
  const int *begin;  // [blocks + 1]
  const Source *source;
  unsigned blocks_z, blocks_x;

  // Those of this block. A launch may have some blocks more along x, beyond the grid.
  __device__ int2 of_block() const {
    if (blockIdx.y >= blocks_x) return make_int2(0, 0);
    const std::int64_t block =
        blockIdx.x + blocks_z * (blockIdx.y + std::int64_t{blocks_x} * blockIdx.z);
    return make_int2(begin[block], begin[block + 1]);
  }
  // Those of all blocks along y, where they were sorted as if one block were as long.
  __device__ int2 of_column() const {
    const unsigned column = blockIdx.x + blocks_z * blockIdx.y;
    return make_int2(begin[column], begin[column + 1]);
  }
};

// A step from n to n + 1.
struct Step {
  Grid g;
  Taps taps;
  const float *now;                             // p(n)
  float *before;                                // p(n-1), becomes p(n+1)
  const float *v2dt2;                           // with a palette its values
  const float *sponge_z, *sponge_x, *sponge_y;  // beyond the grid 0, for some cells
  SourcesView sources;
  const float *wavelets;  // [sources][steps]
  const std::int64_t *receiver_places;
  float *traces;  // [steps + 1][receivers]
  int n, steps, receivers;
  bool fresh;  // p(n-1) has been tapered twice already

  __device__ float taper(int iz, int ix, int iy) const {
    return sponge_z[iz] * sponge_x[ix] * sponge_y[iy];
  }
  // The second taper of p(n-1), t being its first.
  __device__ float second_taper(float t) const { return fresh ? 1.0f : t; }
  __device__ float pulse(const Source &source, int step) const {
    return wavelets[std::size_t{1} * source.number * steps + step];
  }
  // Records sample `sample` of p: every thread of the launch takes some receivers.
  __device__ void record(const float *p, int sample) const {
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const std::int64_t block =
        blockIdx.x + gridDim.x * (blockIdx.y + std::int64_t{gridDim.y} * blockIdx.z);
    const std::int64_t all = std::int64_t{threads} * gridDim.x * gridDim.y * gridDim.z;
    for (std::int64_t r = block * threads + t; r < receivers; r += all)
      traces[std::size_t{1} * sample * receivers + r] = p[receiver_places[r]];
  }
};

// p(n+1) but for the source and its own taper; t2 is the second taper of p(n-1).
__device__ inline float stepped(float now, float before, float t2, float v2dt2, float lap) {
  return fmaf(v2dt2, lap, fmaf(2.0f, now, -__fmul_rn(t2, before)));
}

// The second taper of p(n-1).
__global__ void settle(Step s) {
  for (std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x; i < s.g.cells();
       i += std::int64_t{gridDim.x} * blockDim.x) {
    const int iz = i % s.g.nz, ix = i / s.g.nz % s.g.nx, iy = i / s.g.nz / s.g.nx;
    float &value = s.before[s.g.at(iz, ix, iy)];
    value = __fmul_rn(s.taper(iz, ix, iy), value);
  }
}

__global__ void record_sample(Step s, const float *p, int sample) { s.record(p, sample); }

}  // namespace
