// The host's way into page-locked memory past its caches, as 26b_non_temporal.cu explains it, for
// its child.
#pragma once
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include "cuda_stages/wave/host_staging.cuh"

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

}  // namespace
