// copy-overlap: strips, so that copies in both directions, kernels and the host work at once.
//
// Changes: the field goes in `strips` strips of columns (of planes in a volume). While the host
//   packs one, the one before is on its way to the device, kernels work on an earlier one, and an
//   earlier result is on its way back. A strip's kernels wait for the strip that holds the M
//   columns behind it.
// Why: the bus takes both directions at once, and all it does can hide behind the two passes of
//   the host. Against it: a copy and a launch cost some microseconds each, whatever their size.
// Equation: L p, second derivatives along z, x, y by 2M+1 taps each; order set by the operator.
// Layout: z fastest; p and lap are padded alike, on the host as on the device; the frame of p is
//   zero.
// Launch: as smem, once for each strip.
// Work per point: 8 bytes if every value crosses once, 2 operations a tap.
// Run: ladder --stage=copy-overlap --strips=4
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include <vector>

#include "cuda_stages/shared/streams.cuh"
#include "cuda_stages/wave/host_staging.cuh"

namespace {

__constant__ float taps_z[2 * LADDER_MOST_HALF_LENGTH + 1];
__constant__ float taps_x[2 * LADDER_MOST_HALF_LENGTH + 1];
__constant__ float taps_y[2 * LADDER_MOST_HALF_LENGTH + 1];

// Along z, places `from` to `to` of the padded array as one long strip, cut into pieces of a block
// each: writes lap.
__global__ void convolve_major_strip(Padded g, int from, int to, const float *p, float *lap) {
  extern __shared__ float strip[];  // [blockDim.x + 2 m]
  const int begin = from + blockIdx.x * blockDim.x;
  for (int j = threadIdx.x; j < blockDim.x + 2 * g.m; j += blockDim.x) {
    const int at = begin - g.m + j;
    strip[j] = at >= 0 && at < g.all() ? p[at] : 0.0f;
  }
  __syncthreads();
  const int at = begin + threadIdx.x;
  if (at >= to || !g.inside(at)) return;
  float sum = 0.0f;
  for (int k = -g.m; k <= g.m; ++k) sum += taps_z[g.m + k] * strip[threadIdx.x + g.m + k];
  lap[at] = sum;
}

// Along x or y, from a block in shared memory: adds to lap. `along` is the axis of the operator,
// `across` the third one; z is the first of the block in either case.
struct Axis {
  int from, to, stride;
};

__device__ void convolve_minor(const Padded &g, const float *taps, Axis along, Axis across,
                               const float *p, float *lap) {
  extern __shared__ float tile[];  // [blockDim.y + 2 m][blockDim.x]
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int begin = along.from + blockIdx.y * blockDim.y;
  for (int plane = across.from + blockIdx.z; plane < across.to; plane += gridDim.z) {
    const int origin = g.first + iz + plane * across.stride;
    __syncthreads();  // everybody is done with the plane before
    for (int j = threadIdx.y; j < blockDim.y + 2 * g.m; j += blockDim.y) {
      const int i = begin - g.m + j;
      if (iz < g.nz && i < along.to + g.m)
        tile[j * blockDim.x + threadIdx.x] = p[origin + i * along.stride];
    }
    __syncthreads();
    const int i = begin + threadIdx.y;
    if (iz < g.nz && i < along.to) {
      float sum = 0.0f;
      for (int k = -g.m; k <= g.m; ++k)
        sum += taps[g.m + k] * tile[(threadIdx.y + g.m + k) * blockDim.x + threadIdx.x];
      lap[origin + i * along.stride] += sum;
    }
  }
}

// `from` and `to` are columns, or planes in a volume.
__global__ void convolve_minor_x(Padded g, int from, int to, const float *p, float *lap) {
  if (g.ny > 1)
    convolve_minor(g, taps_x, {0, g.nx, g.pz}, {from, to, g.pz * g.px}, p, lap);
  else
    convolve_minor(g, taps_x, {from, to, g.pz}, {0, 1, g.pz * g.px}, p, lap);
}

__global__ void convolve_minor_y(Padded g, int from, int to, const float *p, float *lap) {
  convolve_minor(g, taps_y, {from, to, g.pz * g.px}, {0, g.nx, g.pz}, p, lap);
}

// As memcpy. On processors that are not x86-64 it is memcpy.
inline void copy_past_caches(float *to, const float *from, int count) {
#if defined(__x86_64__)
  const auto store_one = [&] {
    int bits;
    std::memcpy(&bits, from++, sizeof bits);
    _mm_stream_si32(reinterpret_cast<int *>(to++), bits);
    --count;
  };
  while (count > 0 && reinterpret_cast<std::uintptr_t>(to) % 16) store_one();
  for (; count >= 4; count -= 4, to += 4, from += 4) _mm_stream_ps(to, _mm_loadu_ps(from));
  while (count > 0) store_one();
#else
  std::memcpy(to, from, count * sizeof(float));
#endif
}

// As pack. A copy that is asked for afterwards finds everything in memory.
inline void pack_past_caches(const Padded &g, int from, int to, const float *field, float *padded) {
  for (int c = from; c < to; ++c)
    copy_past_caches(padded + place_of_column(g, c), field + std::size_t{1} * c * g.nz, g.nz);
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : grid_(c), threads_(launch.knob[0][0]), block_(launch.knob[1][0], launch.knob[1][1]),
        slabs_(grid_.ny > 1 ? grid_.ny : grid_.nx), columns_(grid_.ny > 1 ? grid_.nx : 1),
        slab_(grid_.ny > 1 ? grid_.pz * grid_.px : grid_.pz), asked_(launch.knob[2][0]),
        strips_(asked_ < slabs_ ? asked_ : slabs_),
        tile_bytes_((block_.y + 2 * grid_.m) * block_.x * sizeof(float)), p_(grid_.all()),
        lap_(grid_.all()), in_(grid_.all()), out_(grid_.all()), arrived_(strips_), done_(strips_),
        returned_(strips_) {
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
    CHECK(cudaMemset(p_, 0, grid_.all() * sizeof(float)));
    CHECK(cudaMemset(lap_, 0, grid_.all() * sizeof(float)));
    CHECK(cudaDeviceSynchronize());  // the streams below do not wait for the default one
  }

  void laplacian(const float *p, float *lap) {
    int launched = 0;
    for (int i = 0; i < strips_; ++i) {
      pack_past_caches(grid_, begin(i) * columns_, begin(i + 1) * columns_, p, in_);
      CHECK(cudaMemcpyAsync(p_ + place(i), in_ + place(i), bytes(i), cudaMemcpyHostToDevice,
                            copying_in_));
      CHECK(cudaEventRecord(arrived_[i], copying_in_));
      while (launched < strips_ && last_needed(launched) <= i) convolve(launched++);
    }
    for (int i = 0; i < strips_; ++i) {
      CHECK(cudaEventSynchronize(returned_[i]));
      unpack(grid_, begin(i) * columns_, begin(i + 1) * columns_, out_, lap);
    }
  }

  ladder_launch used() const {
    return {{{static_cast<int>(threads_.x)},
             {static_cast<int>(block_.x), static_cast<int>(block_.y)},
             {asked_}}};
  }

 private:
  // The kernels of a strip, once the strips that they read are there; then its way back.
  void convolve(int i) {
    const int from = begin(i), to = begin(i + 1), places = (to - from) * slab_;
    CHECK(cudaStreamWaitEvent(working_, arrived_[last_needed(i)]));
    convolve_major_strip<<<ceil_div(places, threads_.x), threads_,
                           (threads_.x + 2 * grid_.m) * sizeof(float), working_>>>(
        grid_, place(i), place(i) + places, p_, lap_);
    CHECK(cudaGetLastError());
    const bool volume = grid_.ny > 1;
    convolve_minor_x<<<volume ? grid_over(grid_.nx, to - from) : grid_over(to - from, 1), block_,
                       tile_bytes_, working_>>>(grid_, from, to, p_, lap_);
    CHECK(cudaGetLastError());
    if (volume) {
      convolve_minor_y<<<grid_over(to - from, grid_.nx), block_, tile_bytes_, working_>>>(
          grid_, from, to, p_, lap_);
      CHECK(cudaGetLastError());
    }
    CHECK(cudaEventRecord(done_[i], working_));
    CHECK(cudaStreamWaitEvent(copying_out_, done_[i]));
    CHECK(cudaMemcpyAsync(out_ + place(i), lap_ + place(i), bytes(i), cudaMemcpyDeviceToHost,
                          copying_out_));
    CHECK(cudaEventRecord(returned_[i], copying_out_));
  }

  // The first slab of strip i, its place in the padded array, its bytes there.
  int begin(int i) const { return static_cast<int>(std::int64_t{slabs_} * i / strips_); }
  int place(int i) const { return (grid_.m + begin(i)) * slab_; }
  std::size_t bytes(int i) const {
    return std::size_t{1} * (begin(i + 1) - begin(i)) * slab_ * sizeof(float);
  }
  // The last strip that the operator reads for strip i.
  int last_needed(int i) const {
    int last = i;
    while (last + 1 < strips_ && begin(last + 1) < begin(i + 1) + grid_.m) ++last;
    return last;
  }

  // Blocks that cover z and one minor axis; planes of the other go along the grid's z.
  dim3 grid_over(int count, int planes) const {
    const int along = ceil_div(count, block_.y);
    refuse_if(along > 65535, "more than 65535 blocks along an axis: take a longer block");
    return dim3(ceil_div(grid_.nz, block_.x), along, planes < 65535 ? planes : 65535);
  }

  const Padded grid_;
  const dim3 threads_, block_;
  const int slabs_, columns_, slab_;  // of the slowest axis: how many, columns and places of one
  const int asked_, strips_;
  const int tile_bytes_;
  const DeviceBuffer<float> p_, lap_;
  const PinnedBuffer<float> in_, out_;  // the frames stay zero
  const std::vector<Event> arrived_, done_, returned_;
  const Stream copying_in_, working_, copying_out_;
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
                              {1024, 1024}},
                             {"strips",
                              "strips of columns that are under way at once; no more than columns",
                              nullptr,
                              1,
                              {4},
                              {1},
                              {64}}};

}  // namespace

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "non-temporal",
    .change = "strips of columns: copies, kernels and the host overlap",
    .expectation =
        "0.1 ms a step less than pinned on an H100, a fifth: the copies hide behind the host's "
        "passes, four strips of three launches cost 30 us of them again",
    .device = LADDER_ON_CUDA,
    .knobs = 3,
    .knob = knobs,
    .bytes_per_point = 8,
    .operations_per_tap = 2,
    CUDA_ENTRIES(Stage)};
