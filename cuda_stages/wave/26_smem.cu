// smem: both directions in shared memory, each with the launch that was best in the thesis.
//
// Changes: z too comes from shared memory, along strips as in smem-major's method 1; x and y as in
//   smem-minor.
// Why: the thesis' last and fastest stage: 1.5 times its kernel with constant memory. See
//   smem-minor and smem-major for why a card of today may not agree.
// Expected: kernels within 10 % of smem-minor; the wall time is that of the copies
// Launch: strips of 128 threads along z and blocks of 16 x 16, the best of the thesis' figures 18,
//   19, which it put together in this step. Not smem-minor's --threads=1024 --block=32x32: given
//   here, they leave the strips along z as the only change.
// Run: ladder --stage=smem --threads=128 --block=16x16
#include "cuda_stages/wave/constant_taps.cuh"
#include "cuda_stages/wave/shared_memory_launch.cuh"

namespace {

// Along z, the padded array as one long strip, cut into pieces of a block each: writes lap.
__global__ void convolve_major_strip(Padded g, const float *p, float *lap) {
  extern __shared__ float strip[];  // [blockDim.x + 2 m]
  const int begin = blockIdx.x * blockDim.x;
  for (int j = threadIdx.x; j < blockDim.x + 2 * g.m; j += blockDim.x) {
    const int at = begin - g.m + j;
    strip[j] = at >= 0 && at < g.all() ? p[at] : 0.0f;
  }
  __syncthreads();
  const int at = begin + threadIdx.x;
  if (at >= g.all() || !g.inside(at)) return;
  float sum = 0.0f;
  for (int k = -g.m; k <= g.m; ++k) sum += taps_z[g.m + k] * strip[threadIdx.x + g.m + k];
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
    convolve_major_strip<<<launch_.strips(grid_.all()), launch_.threads, launch_.strip_bytes>>>(
        grid_, p_, lap_);
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

const ladder_knob knobs[] = {SHARED_MEMORY_KNOBS(16)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "smem-minor",
                .change = "both directions in shared memory", CUDA_KNOBS(knobs),
                CUDA_ENTRIES(Stage)};

#include "cuda_stages/wave/26_smem.counts.cuh"
