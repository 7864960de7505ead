#include "harness/base/start.h"

#include "harness/base/parallel.h"

namespace ladder {

void random_field(float *values, std::size_t count, std::uint64_t seed, float amplitude) {
  constexpr std::uint64_t stride = 0x9e3779b97f4a7c15ULL;
  each_chunk(count, [=](std::size_t, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {  // splitmix64
      std::uint64_t z = stride * (seed + 2 + i);
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
      z ^= z >> 31;
      const auto whole = static_cast<float>(static_cast<std::int32_t>(z >> 40) - (1 << 23));
      values[i] = whole / float(1 << 23) * amplitude;
    }
  });
}

}  // namespace ladder
