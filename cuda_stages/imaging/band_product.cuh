// The gathers of several image times as bands of matrix products over time, as banded explains
// them, with image and illumination.
#pragma once
#include "cuda_stages/imaging/fused_point.cuh"
#include "cuda_stages/imaging/register_image.cuh"

namespace {

// What the stages with a banded matrix product share: which axis of which copy of the snapshots,
// and the copies with x fastest.

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

// A step of a field: from `now` and `before` to the field at `time`.
struct OneStep {
  Injected in;
  int time;
  const float *now, *before;
  float *next;
};

constexpr int side = 8;  // of a tile in registers
constexpr int most_tiles = 16;

// Tiles on either side of the diagonal that hold an offset that is wanted.
__host__ __device__ inline int neighbouring_tiles(int largest) {
  return (largest + side - 1) / side;
}

// The products of the places 2 (i0 + i) + r and 2 (j0 + j) + r, i and j below `side`.
__device__ __forceinline__ void add_tile(const Along &s, int lane, int r, int i0, int j0) {
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

// blockIdx.y: tile of rows, of even and then of odd ones; blockIdx.z and threadIdx.y: tile of
// columns.
__global__ __launch_bounds__(32 * most_tiles) void band_product(const __grid_constant__ Along s) {
  const int lane = blockIdx.x * 32 + threadIdx.x;
  const int r = blockIdx.y % 2, i0 = blockIdx.y / 2 * side;
  const int neighbours = neighbouring_tiles(s.largest);
  const int distance = static_cast<int>(blockIdx.z * blockDim.y + threadIdx.y) - neighbours;
  const int j0 = i0 + distance * side;
  if (lane >= s.lanes || distance > neighbours || j0 < 0 || 2 * j0 + r >= s.places) return;
  add_tile(s, lane, r, i0, j0);
}

// Adds what image times give to all four products.
class BandProducts {
 public:
  // `tiles` of a block, a warp each; `most` image times at once.
  BandProducts(const Grid &g, int tiles, int most)
      : grid_(g), tiles_(tiles), transposed_(g, most) {}

  void add(const Times &times, const Products &to, cudaStream_t stream) const {
    add_first(times, to, stream);
    add_second(times, to, stream);
  }
  // Image, illumination and the gather along x; the gather along z.
  void add_first(const Times &times, const Products &to, cudaStream_t stream) const {
    const dim3 block(32, 8), blocks(ceil_div(grid_.nz, 32), ceil_div(grid_.nx, 8));
    image_zero<<<blocks, block, 0, stream>>>(grid_, to, times);
    launch(along_x(grid_, to, times), stream);
  }
  void add_second(const Times &times, const Products &to, cudaStream_t stream) const {
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
