// What the stages with a banded matrix product share: which axis of which copy of the snapshots,
// and the copies with x fastest. No maths here.
#pragma once
#include "cuda_stages/imaging/register_image.cuh"

namespace {

// Snapshots of both fields, and along which axis the offsets go. A value is at lane +
// `stride` * place, and neighbouring lanes are next to each other; the products have strides of
// their own.
struct Along {
  const float *forward, *backward;
  std::size_t apart;  // from snapshot to snapshot
  int count;          // of them
  int lanes, places;  // points across the axis, and along it
  int stride;
  float *gather;
  std::size_t lane_apart, place_apart, plane;  // of the gather
  int largest;                                 // offset
};

inline Along along_x(const Grid &g, const Products &to, const Times &times) {
  const int first = g.at(0, 0);
  return {times.forward + first,
          times.backward + first,
          times.apart,
          times.count,
          g.nz,
          g.nx,
          g.pitch,
          to.gather_x,
          1,
          static_cast<size_t>(g.nz),
          size_t(g.cells()),
          to.offsets_x};
}

// `forward` and `backward`: with x fastest, and without frame.
inline Along along_z(const Grid &g, const Products &to, const float *forward, const float *backward,
                     int count) {
  return {forward,
          backward,
          size_t(g.cells()),
          count,
          g.nx,
          g.nz,
          g.nx,
          to.gather_z,
          static_cast<size_t>(g.nz),
          1,
          size_t(g.cells()),
          to.offsets_z};
}

// Snapshots with x fastest, one a layer of blocks. Blocks of 32 x 8.
__global__ void transpose(Grid g, const float *from, std::size_t apart, float *to) {
  __shared__ float tile[32][33];
  const int z0 = blockIdx.x * 32, x0 = blockIdx.y * 32;
  from += blockIdx.z * apart;
  to += blockIdx.z * std::size_t(g.cells());
  for (int i = threadIdx.y; i < 32; i += 8)
    if (g.has(z0 + threadIdx.x, x0 + i))
      tile[i][threadIdx.x] = from[g.at(z0 + threadIdx.x, x0 + i)];
  __syncthreads();
  for (int i = threadIdx.y; i < 32; i += 8)
    if (g.has(z0 + i, x0 + threadIdx.x))
      to[x0 + threadIdx.x + std::size_t(g.nx) * (z0 + i)] = tile[threadIdx.x][i];
}

// The copies with x fastest, of some image times of both fields.
class Transposed {
 public:
  // Room for so many image times.
  Transposed(const Grid &g, int most)
      : grid_(g), room_(std::size_t(std::max(1, most)) * g.cells()), forward_(room_),
        backward_(room_) {}
  static double bytes(const Grid &g, int most) {
    return 2 * sizeof(float) * double(std::max(1, most)) * g.cells();
  }

  Along update(const Times &times, const Products &to, cudaStream_t stream) const {
    const dim3 blocks(ceil_div(grid_.nz, 32), ceil_div(grid_.nx, 32), times.count), block(32, 8);
    transpose<<<blocks, block, 0, stream>>>(grid_, times.forward, times.apart, forward_);
    transpose<<<blocks, block, 0, stream>>>(grid_, times.backward, times.apart, backward_);
    CHECK(cudaGetLastError());
    return along_z(grid_, to, forward_, backward_, times.count);
  }

 private:
  const Grid grid_;
  const std::size_t room_;
  const DeviceBuffer<float> forward_, backward_;
};

}  // namespace
