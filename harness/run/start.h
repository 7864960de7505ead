// The fields that a run starts from. A stage learns them when the clock runs, so that nothing can be
// computed before.
#pragma once
#include <cstddef>
#include <cstdint>

#include "harness/case/case.h"

namespace ladder {

struct Start {
  std::uint64_t seed = 0;  // 0: both fields are zero
  float amplitude = 1;     // of the random values
};

// p(0) and p(-1), [cells] each.
void fill(const Start &, float *now, float *before, std::size_t cells);

// One that nobody can know beforehand, a sixteenth as large as the case's largest wavelet: the waves of
// both stay far above the rounding errors of each other.
Start secret_start(const Case &);

// Values in (-1, 1), the same on every machine.
void random_field(float *values, std::size_t count, std::uint64_t seed);

}  // namespace ladder
