#include "harness/run/start.h"

#include <sys/random.h>

#include "harness/error.h"
#include "harness/problem.h"

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

Start secret_start(const Case &c) {
  Start start;
  while (start.seed == 0)
    if (getrandom(&start.seed, sizeof start.seed, 0) != sizeof start.seed)
      throw Error(Exit::device, "this machine gives no random numbers (getrandom)");
  start.amplitude = c.start_amplitude();
  return start;
}

}  // namespace ladder
