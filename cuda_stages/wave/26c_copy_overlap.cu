// copy-overlap: strips, so that copies in both directions, kernels and the host work at once.
//
// Changes: the field goes in `strips` strips of columns (of planes in a volume). While the host
//   packs one, the one before is on its way to the device, kernels work on an earlier one, and an
//   earlier result is on its way back. A strip's kernels wait for the strip that holds the M
//   columns behind it.
// Longer than a slide: strips need events that say which copy a kernel waits for.
// Why: the bus takes both directions at once, and all it does can hide behind the two passes of the
//   host. Against it: a copy and a launch cost some microseconds each, whatever their size.
// Expected: 0.1 ms a step less than pinned on an H100, a fifth: the copies hide behind the host's
//   passes, four strips of three launches cost 30 us of them again
// Launch: as smem, once for each strip.
// Run: ladder --stage=copy-overlap --strips=4
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include <vector>

#include "cuda_stages/shared/streams.cuh"
#include "cuda_stages/wave/padded.cuh"
#include "cuda_stages/wave/shared_memory.cuh"

namespace {

// The host's way into page-locked memory past its caches, as 26b_non_temporal.cu explains it, for
// its child.

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

// Places `from` to `to` of the padded array.
__global__ void convolve_major_strip(Padded g, int from, int to, const float *p, float *lap) {
  convolve_strip(g, from, to, p, lap);
}

// `from` and `to` are columns, or planes in a volume.
__global__ void convolve_minor_x(Padded g, int from, int to, const float *p, float *lap) {
  if (g.ny > 1)
    convolve_block(g, taps_x, {0, g.nx, g.pz}, {from, to, g.pz * g.px}, p, lap, lap);
  else
    convolve_block(g, taps_x, {from, to, g.pz}, {0, 1, g.pz * g.px}, p, lap, lap);
}

__global__ void convolve_minor_y(Padded g, int from, int to, const float *p, float *lap) {
  convolve_block(g, taps_y, {from, to, g.pz * g.px}, {0, g.nx, g.pz}, p, lap, lap);
}

enum { knob_strips = knob_block + 1 };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : grid_(c), launch_(grid_, launch, convolve_minor_x, convolve_minor_y),
        slabs_(grid_.ny > 1 ? grid_.ny : grid_.nx), columns_(grid_.ny > 1 ? grid_.nx : 1),
        slab_(grid_.ny > 1 ? grid_.pz * grid_.px : grid_.pz), asked_(launch.knob[knob_strips][0]),
        strips_(asked_ < slabs_ ? asked_ : slabs_), p_(grid_.all()), lap_(grid_.all()),
        in_(grid_.all()), out_(grid_.all()), arrived_(strips_), done_(strips_), returned_(strips_) {
    copy_taps(c);
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
    ladder_launch used = launch_.used();
    used.knob[knob_strips][0] = asked_;
    return used;
  }

 private:
  // The kernels of a strip, once the strips that they read are there; then its way back.
  void convolve(int i) {
    const int from = begin(i), to = begin(i + 1), places = (to - from) * slab_;
    CHECK(cudaStreamWaitEvent(working_, arrived_[last_needed(i)]));
    convolve_major_strip<<<launch_.strips(places), launch_.threads, launch_.strip_bytes,
                           working_>>>(grid_, place(i), place(i) + places, p_, lap_);
    CHECK(cudaGetLastError());
    const bool volume = grid_.ny > 1;
    const dim3 along_x =
        volume ? launch_.blocks(grid_.nx, to - from) : launch_.blocks(to - from, 1);
    convolve_minor_x<<<along_x, launch_.block, launch_.block_bytes, working_>>>(grid_, from, to, p_,
                                                                                lap_);
    CHECK(cudaGetLastError());
    if (volume) {
      convolve_minor_y<<<launch_.blocks(to - from, grid_.nx), launch_.block, launch_.block_bytes,
                         working_>>>(grid_, from, to, p_, lap_);
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

  const Padded grid_;
  const SharedMemoryLaunch launch_;
  const int slabs_, columns_, slab_;  // of the slowest axis: how many, columns and places of one
  const int asked_, strips_;
  const DeviceBuffer<float> p_, lap_;
  const PinnedBuffer<float> in_, out_;  // the frames stay zero
  const std::vector<Event> arrived_, done_, returned_;
  const Stream copying_in_, working_, copying_out_;
};

const ladder_knob knobs[] = {
    SHARED_MEMORY_KNOBS(16),
    LADDER_KNOB(strips, "strips of columns that are under way at once; no more than columns",
                nullptr, 1, {4}, {1}, {64})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "non-temporal",
                .change = "strips of columns: copies, kernels and the host overlap",
                CUDA_KNOBS(knobs), CUDA_ENTRIES(Stage)};
