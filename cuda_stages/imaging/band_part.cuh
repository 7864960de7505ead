// Parts of the products of band_product.cuh: some of the tiles across a band.
#pragma once
#include "cuda_stages/imaging/band_product.cuh"

namespace {

constexpr int most_parts = 8;

// band_product of the tiles [begin, end) across the band.
__global__ __launch_bounds__(32 * most_tiles) void band_part(const __grid_constant__ Along s,
                                                             int begin, int end) {
  const int lane = blockIdx.x * 32 + threadIdx.x;
  const int r = blockIdx.y % 2, i0 = blockIdx.y / 2 * side;
  const int neighbours = neighbouring_tiles(s.largest);
  const int turn = begin + static_cast<int>(blockIdx.z * blockDim.y + threadIdx.y),
            distance = turn - neighbours;
  const int j0 = i0 + distance * side;
  if (lane >= s.lanes || turn >= end || distance > neighbours || j0 < 0 || 2 * j0 + r >= s.places)
    return;

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

// The products of image times, one after the other.
class BandParts {
 public:
  BandParts(const Grid &g, int tiles, int most) : grid_(g), tiles_(tiles), transposed_(g, most) {}

  void add_zero(const Times &times, const Products &to, cudaStream_t stream) const {
    const dim3 block(32, 8), blocks(ceil_div(grid_.nz, 32), ceil_div(grid_.nx, 8));
    image_zero<<<blocks, block, 0, stream>>>(grid_, to, times);
  }
  Along x(const Times &times, const Products &to) const { return along_x(grid_, to, times); }
  Along z(const Times &times, const Products &to, cudaStream_t stream) const {
    return transposed_.update(times, to, stream);
  }
  void add(const Along &s, int begin, int end, cudaStream_t stream) const {
    if (begin == end) return;
    const int rows = ceil_div(ceil_div(s.places, 2), side);
    const dim3 blocks(ceil_div(s.lanes, 32), 2 * rows, ceil_div(end - begin, tiles_));
    band_part<<<blocks, dim3(32, tiles_), 0, stream>>>(s, begin, end);
    CHECK(cudaGetLastError());
  }
  int tiles() const { return tiles_; }

 private:
  const Grid grid_;
  const int tiles_;
  const Transposed transposed_;
};

}  // namespace
