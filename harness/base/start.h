// What a run starts from. A stage learns it when the clock runs, so that nothing can be computed before.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ladder {

struct Start {
  std::uint64_t seed = 0;  // 0: the case's own start
  float amplitude = 1;     // of the random values
};

// Values in (-amplitude, amplitude), the same on every machine.
void random_field(float *values, std::size_t count, std::uint64_t seed, float amplitude = 1);

}  // namespace ladder
