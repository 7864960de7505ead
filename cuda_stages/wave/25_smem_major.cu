// smem-major: z along strips in shared memory, cut in four ways.
//
// Changes: the convolution along z reads a strip with its halo from shared memory; x (and y) stay
//   as they were, in a kernel of its own. `method` is the way of cutting, after the thesis:
//   1  the padded array is one long strip, cut into pieces of `threads` cells;
//   2  a padded column a block, so that no thread asks where it is;
//   3  `stripes` padded columns a block, its threads in a row;
//   4  the same, its threads in two dimensions.
// Longer than a slide: four ways of cutting are four kernels, each with its block.
// Why: along z a cell is read by 2M+1 neighbouring threads. Their reads hit the first-level cache
//   anyway, so little is to be won, and a second kernel reads and writes lap once more. Methods 2
//   to 4 fit one model and no other: a padded column must fit into a block.
// Expected: the kernels together take longer than the one of cmem; methods 2 to 4 within 20 % of
//   method 1
// Launch: 1024 threads for method 1, cmem's --threads=1024, as the thesis began; the model's column
//   sets it for the others.
// Run: ladder --stage=smem-major --method=1 --threads=128
#include "cuda_stages/wave/constant_taps.cuh"
#include "cuda_stages/wave/padded.cuh"

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

// A padded column: cell `iz` of column number `column`, from `stripe` in shared memory.
__device__ void convolve_column(const Padded &g, int column, int iz, float *stripe, const float *p,
                                float *lap) {
  const bool there = column < g.nx * g.ny;
  const int at = g.at(column * g.nz) - g.m + iz;
  if (there) stripe[iz] = p[at];
  __syncthreads();
  if (!there || iz < g.m || iz >= g.nz + g.m) return;
  float sum = 0.0f;
  for (int k = -g.m; k <= g.m; ++k) sum += taps_z[g.m + k] * stripe[iz + k];
  lap[at] = sum;
}

extern __shared__ float stripes[];  // [columns a block][pz]

__global__ void convolve_major_stripe(Padded g, const float *p, float *lap) {
  convolve_column(g, blockIdx.x, threadIdx.x, stripes, p, lap);
}

__global__ void convolve_major_stripes(Padded g, const float *p, float *lap) {
  const int mine = threadIdx.x / g.pz, a_block = blockDim.x / g.pz;
  convolve_column(g, blockIdx.x * a_block + mine, threadIdx.x % g.pz, stripes + mine * g.pz, p,
                  lap);
}

__global__ void convolve_major_grid(Padded g, const float *p, float *lap) {
  convolve_column(g, blockIdx.x * blockDim.y + threadIdx.y, threadIdx.x,
                  stripes + threadIdx.y * g.pz, p, lap);
}

// Along x and y, from global memory as before: adds to lap.
__global__ void convolve_minor(Padded g, const float *p, float *lap) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.cells()) return;
  const int at = g.at(i);
  float sum = 0.0f;
  for (int k = -g.m; k <= g.m; ++k) sum += taps_x[g.m + k] * p[at + k * g.pz];
  if (g.ny > 1)
    for (int k = -g.m; k <= g.m; ++k) sum += taps_y[g.m + k] * p[at + k * g.pz * g.px];
  lap[at] += sum;
}

enum { knob_threads, knob_method, knob_stripes };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : grid_(c), method_(launch.knob[knob_method][0]), p_(grid_.all()), lap_(grid_.all()) {
    choose_block(launch.knob[knob_threads][0], launch.knob[knob_stripes][0]);
    copy_taps(c);
    CHECK(cudaMemset(p_, 0, grid_.all() * sizeof(float)));
  }

  void laplacian(const float *p, float *lap) {
    copy_in(grid_, p, p_);
    const int blocks = ceil_div(grid_.nx * grid_.ny, stripes_);
    const std::size_t bytes = std::size_t(stripes_) * grid_.pz * sizeof(float);
    switch (method_) {
      case 1:
        convolve_major_strip<<<ceil_div(grid_.all(), block_.x), block_,
                               (block_.x + 2 * grid_.m) * sizeof(float)>>>(grid_, p_, lap_);
        break;
      case 2:
        convolve_major_stripe<<<blocks, block_, bytes>>>(grid_, p_, lap_);
        break;
      case 3:
        convolve_major_stripes<<<blocks, block_, bytes>>>(grid_, p_, lap_);
        break;
      default:
        convolve_major_grid<<<blocks, block_, bytes>>>(grid_, p_, lap_);
    }
    CHECK(cudaGetLastError());
    convolve_minor<<<ceil_div(grid_.cells(), minor_threads), minor_threads>>>(grid_, p_, lap_);
    CHECK(cudaGetLastError());
    copy_out(grid_, lap_, lap);
  }

  ladder_launch used() const {
    // The block of method 4 has two dimensions: `threads` does not describe it.
    const int threads = method_ == 4 ? 0 : static_cast<int>(block_.x);
    return {{{threads}, {method_}, {method_ >= 3 ? stripes_ : 0}}};
  }

 private:
  static constexpr int most_threads = 1024, minor_threads = 1024;

  // 0 leaves the choice to the stage.
  void choose_block(int threads, int stripes) {
    refuse_if(stripes != 0 && method_ < 3,
              "stripes belong to methods 3 and 4: leave --stripes out");
    if (method_ == 1) {
      block_ = dim3(threads ? threads : most_threads);
      return;
    }
    const std::string column = "a padded column has " + std::to_string(grid_.pz) + " cells";
    refuse_if(grid_.pz > most_threads,
              column + ", more than the 1024 threads of a block: take --method=1");
    stripes_ = method_ == 2 ? 1 : stripes ? stripes : most_threads / grid_.pz;
    refuse_if(stripes_ * grid_.pz > most_threads,
              column + ", and " + std::to_string(stripes_) +
                  " of them exceed the 1024 threads of a block");
    block_ = method_ == 4 ? dim3(grid_.pz, stripes_) : dim3(stripes_ * grid_.pz);
    refuse_if(threads != 0 && (method_ == 4 || threads != static_cast<int>(block_.x)),
              "method " + std::to_string(method_) + " takes its block from the model (" + column +
                  "): leave --threads out");
  }

  const Padded grid_;
  const int method_;
  int stripes_ = 1;
  dim3 block_;
  const DeviceBuffer<float> p_, lap_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(threads, "threads a strip of method 1; the model sets it for the others",
                "convolve_major_strip", 1, {0}, {1}, {1024}),
    LADDER_KNOB(method, "of cutting z into strips, 1 to 4", nullptr, 1, {1}, {1}, {4}),
    LADDER_KNOB(stripes, "columns a block of methods 3 and 4", nullptr, 1, {0}, {1}, {1024})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "cmem", .change = "z along strips in shared memory",
                CUDA_KNOBS(knobs), CUDA_ENTRIES(Stage)};

#include "cuda_stages/wave/25_smem_major.counts.cuh"
