// The products of several image times at once: a sum stays in a register until all of them are in
// it. A thread has a point and some offsets; a third axis of blocks goes over groups of them.
#pragma once
#include "cuda_stages/imaging/shot.cuh"

namespace {

// Image times of which both fields are kept; snapshots of a field are `apart` values from each
// other.
struct Times {
  const float *forward, *backward;
  std::size_t apart;
  int count;
};

inline Times times_of(const Shot &shot, int first, int count) {
  return {shot.forward_snapshot(first), shot.backward_snapshot(first),
          static_cast<std::size_t>(shot.grid.all()), count};
}

// How many offsets a thread takes: enough blocks to fill the device, few enough to use a line of a
// cache again.
constexpr int offsets_a_thread = 27;

// Offsets along an axis on which neighbours are `apart` values from each other, at place i of n
// along it.
__device__ inline void add_offsets(const Times &times, int at, int apart, int i, int n, int largest,
                                   float *gather, int cells) {
  const int most = min(largest, min(i, n - 1 - i));
  const int begin = static_cast<int>(blockIdx.z) * offsets_a_thread - largest;
  const int end = min(begin + offsets_a_thread - 1, most);
  for (int h = max(begin, -most); h <= end; ++h) {
    const float *f = times.forward + at + h * apart, *b = times.backward + at - h * apart;
    float sum = 0.0f;
#pragma unroll 5
    for (int t = 0; t < times.count; ++t) sum = fmaf(f[t * times.apart], b[t * times.apart], sum);
    gather[std::size_t{1} * cells * (h + largest)] += sum;
  }
}

__global__ void image_x(Grid g, Products to, Times times) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (!g.has(iz, ix)) return;
  add_offsets(times, g.at(iz, ix), g.pitch, ix, g.nx, to.offsets_x, to.gather_x + iz + g.nz * ix,
              g.cells());
}

__global__ void image_z(Grid g, Products to, Times times) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (!g.has(iz, ix)) return;
  add_offsets(times, g.at(iz, ix), 1, iz, g.nz, to.offsets_z, to.gather_z + iz + g.nz * ix,
              g.cells());
}

__global__ void image_zero(Grid g, Products to, Times times) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (!g.has(iz, ix)) return;
  const int at = g.at(iz, ix), cell = iz + g.nz * ix;
  float product = 0.0f, square = 0.0f;
  for (int t = 0; t < times.count; ++t) {
    const float f = times.forward[at + t * times.apart], b = times.backward[at + t * times.apart];
    product = fmaf(f, b, product);
    square = fmaf(f, f, square);
  }
  to.image[cell] += product;
  to.illumination[cell] += square;
}

inline void add_images(const Grid &g, const Products &to, const Times &times, const dim3 &block,
                       cudaStream_t stream) {
  const auto blocks = [&](int offsets) {
    return dim3(ceil_div(g.nz, block.x), ceil_div(g.nx, block.y),
                ceil_div(offsets, offsets_a_thread));
  };
  image_zero<<<blocks(1), block, 0, stream>>>(g, to, times);
  image_x<<<blocks(2 * to.offsets_x + 1), block, 0, stream>>>(g, to, times);
  image_z<<<blocks(2 * to.offsets_z + 1), block, 0, stream>>>(g, to, times);
  CHECK(cudaGetLastError());
}

}  // namespace
