// resident: the fields stay on the device; the stage owns the time loop.
// flags: -O3 -ftz=true
//
// Changes: p(n), p(n-1), (v dt)^2, sponges, wavelets and traces lie on the device for the whole
//   run. The convolution is that of smem; the time step, injection, taper and recording are
//   kernels too.
// Why: over nine tenths of every stage before were copies and the driver's loops on the host. Now
//   nothing crosses the bus but the start and the result. Six launches a step remain.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an
//   axis. Denormals are flushed, as the driver does on the host.
// Layout: z fastest; all fields are padded alike; the frame of p is zero and stays so.
// Launch: as smem; the other kernels in blocks of 256 along the array.
// Work per point: 16 bytes a step if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1)
//   out), 2 operations a tap and 6 beside them.
// Run: ladder --stage=resident --threads=128 --block=16x16
#include "cuda_stages/wave/resident.cuh"

namespace {

__constant__ float taps_z[2 * LADDER_MOST_HALF_LENGTH + 1];
__constant__ float taps_x[2 * LADDER_MOST_HALF_LENGTH + 1];
__constant__ float taps_y[2 * LADDER_MOST_HALF_LENGTH + 1];

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

__global__ void step_forward(Padded g, const float *v2dt2, const float *lap, const float *now,
                             float *before) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.cells()) return;
  const int at = g.at(i);
  before[at] = 2.0f * now[at] - before[at] + v2dt2[at] * lap[at];
}

// A group is a cell: its sources add one after the other.
__global__ void inject(int groups, CellsView sources, const float *wavelets, int steps, int step,
                       float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= groups) return;
  for (int s = sources.begin[i]; s < sources.begin[i + 1]; ++s)
    p[sources.place[s]] += wavelets[std::size_t{1} * sources.number[s] * steps + step];
}

__global__ void taper(Padded g, const float *sponge_z, const float *sponge_x, const float *sponge_y,
                      float *now, float *before) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.cells()) return;
  const int at = g.at(i);
  const float t = sponge_x[i / g.nz % g.nx] * sponge_y[i / g.nz / g.nx] * sponge_z[i % g.nz];
  now[at] *= t;
  before[at] *= t;
}

constexpr int other_threads = 256;  // of a block of the four kernels above

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : grid_(c), threads_(launch.knob[0][0]), block_(launch.knob[1][0], launch.knob[1][1]),
        tile_bytes_((block_.y + 2 * grid_.m) * block_.x * sizeof(float)), run_(c, grid_),
        lap_(grid_.all()), sources_(by_place(places_of(grid_, c.source_cells, c.sources))) {
    int most = 0;
    CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    refuse_if(tile_bytes_ > most,
              "a block of " + std::to_string(block_.x) + " x " + std::to_string(block_.y) +
                  " with its halo needs " + std::to_string(tile_bytes_) +
                  " bytes of shared memory, and the device has " + std::to_string(most));
    CHECK(cudaFuncSetAttribute(convolve_minor_x, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               tile_bytes_));
    CHECK(cudaFuncSetAttribute(convolve_minor_y, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               tile_bytes_));
    const std::size_t bytes = (2 * c.half_length + 1) * sizeof(float);
    CHECK(cudaMemcpyToSymbol(taps_z, c.taps_z, bytes));
    CHECK(cudaMemcpyToSymbol(taps_x, c.taps_x, bytes));
    CHECK(cudaMemcpyToSymbol(taps_y, c.taps_y, bytes));
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    record_sample();
  }

  void advance(int count) {
    run_.must_have_left(count);
    const int cells = ceil_div(run_.grid.cells(), other_threads);
    for (int i = 0; i < count; ++i) {
      convolve(run_.now, lap_);
      step_forward<<<cells, other_threads>>>(run_.grid, run_.v2dt2, lap_, run_.now, run_.before);
      CHECK(cudaGetLastError());
      run_.take_steps(1);
      if (sources_.groups) {
        inject<<<ceil_div(sources_.groups, other_threads), other_threads>>>(
            sources_.groups, sources_.view(), run_.wavelets, run_.steps, run_.step - 1, run_.now);
        CHECK(cudaGetLastError());
      }
      taper<<<cells, other_threads>>>(run_.grid, run_.sponge_z, run_.sponge_x, run_.sponge_y,
                                      run_.now, run_.before);
      CHECK(cudaGetLastError());
      record_sample();
    }
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {
        {{static_cast<int>(threads_.x)}, {static_cast<int>(block_.x), static_cast<int>(block_.y)}}};
  }

 private:
  void convolve(const float *p, float *lap) const {
    convolve_major_strip<<<ceil_div(grid_.all(), threads_.x), threads_,
                           (threads_.x + 2 * grid_.m) * sizeof(float)>>>(grid_, p, lap);
    CHECK(cudaGetLastError());
    convolve_minor_x<<<grid_over(grid_.nx, grid_.ny), block_, tile_bytes_>>>(grid_, p, lap);
    CHECK(cudaGetLastError());
    if (grid_.ny > 1) {
      convolve_minor_y<<<grid_over(grid_.ny, grid_.nx), block_, tile_bytes_>>>(grid_, p, lap);
      CHECK(cudaGetLastError());
    }
  }

  void record_sample() const {
    if (!run_.receivers) return;
    record<<<ceil_div(run_.receivers, other_threads), other_threads>>>(
        run_.receivers, run_.receiver_places, run_.now, run_.sample(run_.step));
    CHECK(cudaGetLastError());
  }

  // Blocks that cover z and one minor axis; planes of the other go along the grid's z.
  dim3 grid_over(int count, int planes) const {
    const int along = ceil_div(count, block_.y);
    refuse_if(along > 65535, "more than 65535 blocks along an axis: take a longer block");
    return dim3(ceil_div(grid_.nz, block_.x), along, planes < 65535 ? planes : 65535);
  }

  const Padded grid_;
  const dim3 threads_, block_;
  const int tile_bytes_;
  Resident run_;
  const DeviceBuffer<float> lap_;
  const GroupedCells sources_;
};

const ladder_knob knobs[] = {{"threads",
                              "threads a strip of the major direction z",
                              "convolve_major",
                              1,
                              {128},
                              {1},
                              {1024}},
                             {"block",
                              "threads a block of the minor directions, z by x (or y)",
                              "convolve_minor",
                              2,
                              {16, 16},
                              {1, 1},
                              {1024, 1024}}};

}  // namespace

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "wave",
                .name = LADDER_STAGE_NAME,
                .parent = "smem",
                .change = "the fields stay on the device: the time loop is the stage's own",
                .expectation =
                    "22 us a step on an H100, 45 ms a run: six launches of 3.7 us in a row; twenty "
                    "times faster "
                    "than pinned",
                .device = LADDER_ON_CUDA,
                .knobs = 2,
                .knob = knobs,
                .owns_time_loop = 1,
                .bytes_per_point = 16,
                .operations_per_point = 6,
                .operations_per_tap = 2,
                LOOP_ENTRIES(Stage)};
