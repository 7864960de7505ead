// The gathers of several image times as bands of matrix products over time, as banded explains
// them, with image and illumination.
#pragma once
#include "cuda_stages/imaging/band.cuh"

namespace {

constexpr int side = 8;  // of a tile in registers
constexpr int most_tiles = 16;

// Tiles on either side of the diagonal that hold an offset that is wanted.
__host__ __device__ inline int neighbouring_tiles(int largest) {
  return (largest + side - 1) / side;
}

// blockIdx.y: tile of rows, of even and then of odd ones; blockIdx.z and threadIdx.y: tile of
// columns.
__global__ __launch_bounds__(32 * most_tiles) void band_product(const __grid_constant__ Along s) {
  const int lane = blockIdx.x * 32 + threadIdx.x;
  const int r = blockIdx.y % 2, i0 = blockIdx.y / 2 * side;
  const int neighbours = neighbouring_tiles(s.largest);
  const int distance = static_cast<int>(blockIdx.z * blockDim.y + threadIdx.y) - neighbours;
  const int j0 = i0 + distance * side;
  if (lane >= s.lanes || distance > neighbours || j0 < 0 || 2 * j0 + r >= s.places) return;

  // Places beyond the grid read its last one; what they would give is not stored.
  int row[side], column[side];
#pragma unroll
  for (int k = 0; k < side; ++k) {
    row[k] = lane + s.stride * min(2 * (i0 + k) + r, s.places - 1);
    column[k] = lane + s.stride * min(2 * (j0 + k) + r, s.places - 1);
  }
  float sum[side][side] = {};
  const float *forward = s.forward, *backward = s.backward;
  for (int t = 0; t < s.count; ++t, forward += s.apart, backward += s.apart) {
    float f[side], b[side];
#pragma unroll
    for (int k = 0; k < side; ++k) {
      f[k] = forward[row[k]];
      b[k] = backward[column[k]];
    }
#pragma unroll
    for (int i = 0; i < side; ++i)
#pragma unroll
      for (int j = 0; j < side; ++j) sum[i][j] = fmaf(f[i], b[j], sum[i][j]);
  }
#pragma unroll
  for (int i = 0; i < side; ++i)
#pragma unroll
    for (int j = 0; j < side; ++j) {
      const int h = i0 + i - j0 - j, place = i0 + i + j0 + j + r;
      if (abs(h) <= s.largest && 2 * (i0 + i) + r < s.places && 2 * (j0 + j) + r < s.places)
        s.gather[lane * s.lane_apart + place * s.place_apart + (h + s.largest) * s.plane] +=
            sum[i][j];
    }
}

// Adds what image times give to all four products.
class BandProducts {
 public:
  // `tiles` of a block, a warp each; `most` image times at once.
  BandProducts(const Grid &g, int tiles, int most)
      : grid_(g), tiles_(tiles), transposed_(g, most) {}

  void add(const Times &times, const Products &to, cudaStream_t stream) const {
    const dim3 block(32, 8), blocks(ceil_div(grid_.nz, 32), ceil_div(grid_.nx, 8));
    image_zero<<<blocks, block, 0, stream>>>(grid_, to, times);
    launch(along_x(grid_, to, times), stream);
    launch(transposed_.update(times, to, stream), stream);
  }
  int tiles() const { return tiles_; }

 private:
  void launch(const Along &s, cudaStream_t stream) const {
    const int rows = ceil_div(ceil_div(s.places, 2), side),
              columns = 2 * neighbouring_tiles(s.largest) + 1;
    const dim3 blocks(ceil_div(s.lanes, 32), 2 * rows, ceil_div(columns, tiles_));
    band_product<<<blocks, dim3(32, tiles_), 0, stream>>>(s);
    CHECK(cudaGetLastError());
  }

  const Grid grid_;
  const int tiles_;
  const Transposed transposed_;
};

// Of a stage that has a shot with both fields at all image times, and these products of all of them
// at once.
inline ladder_imaging_memory memory_of_bands(const ladder_imaging &c) {
  ladder_imaging_memory all = memory_of_shot(c, /*keeps_backward=*/true);
  all.device += Transposed::bytes(Grid(c), image_times(c));
  return all;
}

}  // namespace
