// The field on the device: two buffers that change roles every step, and its way there and back. No
// maths here.
#pragma once
#include <utility>

#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/problems/heat/heat.h"

namespace {

// The entries of a CUDA stage of the heat equation. In addition to what stage_cuda.cuh says, a
// stage that gives one step has void step(const float *now, float *next);  // host arrays; blocks
// and names STEP_ENTRIES(Stage) in its table; one that owns the time loop has void upload(const
// float *now); void advance(int count); void download(float *now); and names LOOP_ENTRIES(Stage).
// Either refuses cases that are not plain; GENERAL_ENTRIES(Stage) does not.

template <typename Stage>
struct Entries : FrameEntries<ladder_heat, Stage> {
  using Frame = FrameEntries<ladder_heat, Stage>;
  using Frame::guard;
  using Frame::of;

  static ladder_status create(const void *the_case, const ladder_launch *launch,
                              ladder_state **state) {
    if (!static_cast<const ladder_heat *>(the_case)->general)
      return Frame::create(the_case, launch, state);
    *state = nullptr;
    Frame::error_of_create() = LADDER_HEAT_PLAIN_ALONE;
    return LADDER_REFUSED;
  }
  static ladder_status step(ladder_state *state, const float *now, float *next) {
    return guard(of(state).error, [&] { of(state).stage.step(now, next); });
  }
  static ladder_status upload(ladder_state *state, const float *now) {
    return guard(of(state).error, [&] { of(state).stage.upload(now); });
  }
  static ladder_status advance(ladder_state *state, int32_t count) {
    return guard(of(state).error, [&] { of(state).stage.advance(count); });
  }
  static ladder_status download(ladder_state *state, float *now) {
    return guard(of(state).error, [&] { of(state).stage.download(now); });
  }
};

template <typename Stage>
struct StepEntries : Entries<Stage> {
  static constexpr ladder_heat_entries table = {.step = Entries<Stage>::step};
};
template <typename Stage>
struct LoopEntries : Entries<Stage> {
  static constexpr ladder_heat_entries table = {.upload = Entries<Stage>::upload,
                                                .advance = Entries<Stage>::advance,
                                                .download = Entries<Stage>::download};
};

#define STEP_ENTRIES(Stage) \
  LADDER_HEAT_WORK, FRAME_ENTRIES(Entries<Stage>), .entries = &StepEntries<Stage>::table
#define LOOP_ENTRIES(Stage)                                             \
  .owns_time_loop = 1, LADDER_HEAT_WORK, FRAME_ENTRIES(Entries<Stage>), \
  .entries = &LoopEntries<Stage>::table
// The same for a stage that takes all cases.
#define GENERAL_ENTRIES(Stage)                                            \
  .owns_time_loop = 1, .bytes_per_point = 12, .operations_per_point = 45, \
  FRAME_ENTRIES(Entries<Stage>::Frame), .entries = &LoopEntries<Stage>::table

// z fastest; lines along z begin `pitch` cells apart. Indices of cells are 64-bit: a field may have
// more than 2^31 of them.
struct Grid {
  int nz, nx, ny;
  int pitch;

  Grid(const ladder_heat &c, int multiple = 1)
      : nz(c.nz), nx(c.nx), ny(c.ny), pitch(ceil_div(c.nz, multiple) * multiple) {}

  __host__ __device__ std::int64_t plane() const { return std::int64_t{pitch} * nx; }
  __host__ __device__ std::int64_t all() const { return plane() * ny; }
  __host__ __device__ std::int64_t at(int iz, int ix, int iy) const {
    return iz + std::int64_t{pitch} * ix + plane() * iy;
  }
  // Whether a cell has six neighbours: the others keep their temperature.
  __host__ __device__ bool changes(int iz, int ix, int iy) const {
    return iz > 0 && iz < nz - 1 && ix > 0 && ix < nx - 1 && iy > 0 && iy < ny - 1;
  }
};

// The cells that never change. A thread has a line along z.
__global__ void copy_border(Grid g, const float *from, float *to) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= g.nx * g.ny) return;
  const int ix = line % g.nx, iy = line / g.nx;
  const bool all = ix == 0 || ix == g.nx - 1 || iy == 0 || iy == g.ny - 1;
  const std::int64_t at = g.at(0, ix, iy);
  for (int iz = 0; iz < g.nz; iz += all || g.nz == 1 ? 1 : g.nz - 1) to[at + iz] = from[at + iz];
}

class Field {
 public:
  // Where lines are longer than nz the rest of them is zero and stays so.
  explicit Field(const Grid &grid) : grid(grid), buffers_{Buffer(grid.all()), Buffer(grid.all())} {
    for (const Buffer &buffer : buffers_) CHECK(cudaMemset(buffer, 0, grid.all() * sizeof(float)));
    CHECK(cudaDeviceSynchronize());
  }

  // The border comes into both buffers: kernels need not write the cells that never change.
  void upload(const float *from) {
    now_ = 0;
    CHECK(cudaMemcpy2D(now(), grid.pitch * sizeof(float), from, grid.nz * sizeof(float),
                       grid.nz * sizeof(float), lines(), cudaMemcpyHostToDevice));
    copy_border<<<ceil_div(grid.nx * grid.ny, 256), 256>>>(grid, now(), next());
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *to) const {
    CHECK(cudaMemcpy2D(to, grid.nz * sizeof(float), now(), grid.pitch * sizeof(float),
                       grid.nz * sizeof(float), lines(), cudaMemcpyDeviceToHost));
  }

  float *now() const { return buffers_[now_]; }
  float *next() const { return buffers_[now_ ^ 1]; }
  int which() const { return now_; }  // of the two buffers is `now`
  float *buffer(int k) const { return buffers_[k]; }
  void swap() { now_ ^= 1; }

  const Grid grid;

 private:
  using Buffer = DeviceBuffer<float>;
  std::size_t lines() const { return std::size_t(grid.nx) * grid.ny; }

  const Buffer buffers_[2];
  int now_ = 0;
};

// The blocks that cover so many cells a block. CUDA counts at most 65535 of them along x and y.
inline dim3 blocks_for(const Grid &g, int z, int x, int y) {
  const dim3 blocks(ceil_div(g.nz, z), ceil_div(g.nx, x), ceil_div(g.ny, y));
  refuse_if(blocks.y > 65535 || blocks.z > 65535,
            "more than 65535 blocks along x or y: take larger blocks");
  return blocks;
}

// Refuses a block that the kernel cannot have.
template <typename Kernel>
void must_allow(Kernel kernel, const dim3 &block) {
  cudaFuncAttributes attributes{};
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  const long threads = long{1} * block.x * block.y * block.z;
  refuse_if(threads > attributes.maxThreadsPerBlock,
            "a block of " + std::to_string(threads) + " threads: this kernel can have " +
                std::to_string(attributes.maxThreadsPerBlock));
}

}  // namespace
