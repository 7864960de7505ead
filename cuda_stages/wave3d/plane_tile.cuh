// The tiles of a plane that `march` and `arrive` have in shared memory, with a frame of M cells
// around them: one that is used, and one whose frame is on its way. No maths here.
#pragma once
#include <cuda_pipeline_primitives.h>

#include "cuda_stages/wave3d/run.cuh"

namespace {

template <int M>
class PlaneTile {
 public:
  __device__ PlaneTile(float *tiles, const Grid &g)
      : tiles_(tiles), pitch(blockDim.x + 2 * M), size_(pitch * (blockDim.y + 2 * M)),
        line_(g.pitch), own_(threadIdx.x + M + (threadIdx.y + M) * pitch),
        // Threads beyond the grid see the zeros of its frame.
        most_z_(g.nz - 1 + M - int(blockIdx.x * blockDim.x)),
        most_x_(g.nx - 1 + M - int(blockIdx.y * blockDim.y)) {}

  // This thread's cell in the tile of plane iy.
  __device__ float *own(int iy) const { return tiles_ + (iy & 1) * size_ + own_; }

  // All threads: asks for the frame of plane iy; `corner` is the first cell of the block there.
  __device__ void fetch_frame(int iy, const float *corner) const {
    const int width = blockDim.x, lines = blockDim.y, threads = width * lines;
    for (int i = threadIdx.x + width * threadIdx.y; i < 2 * M * lines; i += threads) {
      const int k = i % (2 * M);
      fetch(iy, corner, k < M ? k - M : width + k - M, i / (2 * M));
    }
    for (int k = threadIdx.y; k < 2 * M; k += lines)
      fetch(iy, corner, threadIdx.x, k < M ? k - M : lines + k - M);
    __pipeline_commit();
  }
  __device__ void wait_for_frame() const { __pipeline_wait_prior(0); }

 private:
  __device__ void fetch(int iy, const float *corner, int z, int x) const {
    float *const to = tiles_ + (iy & 1) * size_ + z + M + (x + M) * pitch;
    __pipeline_memcpy_async(to, corner + min(z, most_z_) + std::int64_t{line_} * min(x, most_x_),
                            sizeof(float));
  }

  float *const tiles_;

 public:
  const int pitch;  // cells from line to line

 private:
  const int size_, line_, own_, most_z_, most_x_;
};

inline int plane_tile_bytes(const dim3 &block, int m) {
  return 2 * int(sizeof(float)) * (block.x + 2 * m) * (block.y + 2 * m);
}

}  // namespace
