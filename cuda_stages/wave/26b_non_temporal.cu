// non-temporal: the host writes the page-locked memory past its caches.
//
// Changes: the host takes p into page-locked memory with non-temporal stores, which leave nothing
//   in the caches of its core. All else is pinned.
// Why: the bus reads a megabyte that stands in memory in 21 us. One that a core has just written it
//   must fetch from that core's caches: 46 us on the host that was looked at. In a program of
//   nothing else these stores were no slower than memcpy; in a run they are, and cost what the bus
//   gains (NOTES.md).
// Expected: 30 us a step less than pinned on an H100, 7 %: the copy in takes 21 us, as the one
//   back, instead of 50; on a host whose bus reads the caches as fast, nothing
// Launch: as smem.
// Run: ladder --stage=non-temporal --threads=128 --block=16x16
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include "cuda_stages/wave/padded.cuh"
#include "cuda_stages/wave/smem_operator.cuh"

namespace {

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
      : grid_(c), operator_(c, launch), p_(grid_.all()), lap_(grid_.all()), in_(grid_.all()),
        out_(grid_.all()) {
    CHECK(cudaMemset(lap_, 0, grid_.all() * sizeof(float)));
  }

  void laplacian(const float *p, float *lap) {
    const int columns = grid_.nx * grid_.ny;
    const std::size_t bytes = grid_.all() * sizeof(float);
    pack_past_caches(grid_, 0, columns, p, in_);
    CHECK(cudaMemcpyAsync(p_, in_, bytes, cudaMemcpyHostToDevice));
    operator_.run(p_, lap_);
    CHECK(cudaMemcpyAsync(out_, lap_, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaDeviceSynchronize());
    unpack(grid_, 0, columns, out_, lap);
  }

  ladder_launch used() const { return operator_.used(); }

 private:
  const Padded grid_;
  const SmemOperator operator_;
  const DeviceBuffer<float> p_, lap_;
  const PinnedBuffer<float> in_, out_;  // the frames stay zero
};

const ladder_knob knobs[] = {SHARED_MEMORY_KNOBS(16)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "pinned",
                .change = "the host packs with non-temporal stores, past its caches",
                CUDA_KNOBS(knobs), CUDA_ENTRIES(Stage)};

#include "cuda_stages/wave/26_smem.counts.cuh"
