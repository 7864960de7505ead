#include "harness/run/start.h"

#include <sys/random.h>

#include <algorithm>
#include <cmath>

#include "harness/error.h"

namespace ladder {

void random_field(float *values, std::size_t count, std::uint64_t seed) {
  std::uint64_t state = 0x9e3779b97f4a7c15ULL * (seed + 1);
  for (std::size_t i = 0; i < count; ++i) {  // splitmix64
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    values[i] = static_cast<float>(static_cast<std::int32_t>(z >> 40) - (1 << 23)) / float(1 << 23);
  }
}

void fill(const Start &start, float *now, float *before, std::size_t cells) {
  if (start.seed == 0) {
    std::fill_n(now, cells, 0.0f);
    std::fill_n(before, cells, 0.0f);
    return;
  }
  random_field(now, cells, 2 * start.seed - 1);
  random_field(before, cells, 2 * start.seed);
  for (float *field : {now, before})
    for (std::size_t i = 0; i < cells; ++i) field[i] *= start.amplitude;
}

Start secret_start(const Case &problem) {
  Start start;
  while (start.seed == 0)
    if (getrandom(&start.seed, sizeof start.seed, 0) != sizeof start.seed)
      throw Error(Exit::device, "this machine gives no random numbers (getrandom)");
  float largest = 0;
  for (const float value : problem.wavelets) largest = std::max(largest, std::abs(value));
  // A power of two, so that scaling it is exact.
  if (largest > 0) start.amplitude = std::exp2(std::floor(std::log2(largest)) - 4);
  return start;
}

}  // namespace ladder
