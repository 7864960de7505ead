// smem-minor: x (and y) along blocks in shared memory.
//
// Changes: the convolution along x reads a block of z by x, with its halo in x, that the threads of
//   a block have put into shared memory; z stays as it was, in a kernel of its own. A volume adds y
//   alike.
// Why: along x a cell is read by 2M+1 threads. The thesis won here over its first caches. A field
//   of 0.96 MB lies in the second-level cache of today's cards, so little is left to win, and a
//   second kernel reads and writes lap once more.
// Expected: the kernels together take longer than the one of cmem: two launches and one more pass
//   over lap
// Launch: `block` is z by x; 32 or more along z keep a warp's accesses together. `threads` is of
//   the kernel along z.
// Run: ladder --stage=smem-minor --block=32x32
#include "cuda_stages/wave/constant_taps.cuh"
#include "cuda_stages/wave/shared_memory_launch.cuh"

namespace {

// Along z, from global memory as before: writes lap.
__global__ void convolve_major(Padded g, const float *p, float *lap) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.cells()) return;
  const int at = g.at(i);
  float sum = 0.0f;
  for (int k = -g.m; k <= g.m; ++k) sum += taps_z[g.m + k] * p[at + k];
  lap[at] = sum;
}

// Along x or y, from a block in shared memory: adds to lap. `along` is the axis of the operator,
// `across` the third one; z is the first of the block in either case.
struct Axis {
  int count, stride;
};

__device__ void convolve_minor(const Padded &g, const float *taps, Axis along, Axis across,
                               const float *p, float *lap) {
  extern __shared__ float tile[];  // [blockDim.y + 2 m][blockDim.x]
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int begin = blockIdx.y * blockDim.y;
  for (int plane = blockIdx.z; plane < across.count; plane += gridDim.z) {
    const int origin = g.first + iz + plane * across.stride;
    __syncthreads();  // everybody is done with the plane before
    for (int j = threadIdx.y; j < blockDim.y + 2 * g.m; j += blockDim.y) {
      const int i = begin - g.m + j;
      if (iz < g.nz && i < along.count + g.m)
        tile[j * blockDim.x + threadIdx.x] = p[origin + i * along.stride];
    }
    __syncthreads();
    const int i = begin + threadIdx.y;
    if (iz < g.nz && i < along.count) {
      float sum = 0.0f;
      for (int k = -g.m; k <= g.m; ++k)
        sum += taps[g.m + k] * tile[(threadIdx.y + g.m + k) * blockDim.x + threadIdx.x];
      lap[origin + i * along.stride] += sum;
    }
  }
}

__global__ void convolve_minor_x(Padded g, const float *p, float *lap) {
  convolve_minor(g, taps_x, {g.nx, g.pz}, {g.ny, g.pz * g.px}, p, lap);
}

__global__ void convolve_minor_y(Padded g, const float *p, float *lap) {
  convolve_minor(g, taps_y, {g.ny, g.pz * g.px}, {g.nx, g.pz}, p, lap);
}

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : grid_(c), launch_(grid_, launch, convolve_minor_x, convolve_minor_y), p_(grid_.all()),
        lap_(grid_.all()) {
    copy_taps(c);
    CHECK(cudaMemset(p_, 0, grid_.all() * sizeof(float)));
  }

  void laplacian(const float *p, float *lap) {
    copy_in(grid_, p, p_);
    convolve_major<<<ceil_div(grid_.cells(), launch_.threads.x), launch_.threads>>>(grid_, p_,
                                                                                    lap_);
    CHECK(cudaGetLastError());
    convolve_minor_x<<<launch_.blocks(grid_.nx, grid_.ny), launch_.block, launch_.block_bytes>>>(
        grid_, p_, lap_);
    CHECK(cudaGetLastError());
    if (grid_.ny > 1) {
      convolve_minor_y<<<launch_.blocks(grid_.ny, grid_.nx), launch_.block, launch_.block_bytes>>>(
          grid_, p_, lap_);
      CHECK(cudaGetLastError());
    }
    copy_out(grid_, lap_, lap);
  }

  ladder_launch used() const { return launch_.used(); }

 private:
  const Padded grid_;
  const SharedMemoryLaunch launch_;
  const DeviceBuffer<float> p_, lap_;
};

const ladder_knob knobs[] = {LADDER_KNOB(threads, "threads a block of the major direction z",
                                         "convolve_major", 1, {1024}, {1}, {1024}),
                             MINOR_BLOCK_KNOB(32)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "cmem",
                .change = "x (and y) along 2-D blocks in shared memory", CUDA_KNOBS(knobs),
                CUDA_ENTRIES(Stage)};

#include "cuda_stages/wave/24_smem_minor.counts.cuh"
