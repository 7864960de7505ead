// What a run starts from. A stage learns it when the clock runs, so that nothing can be computed
// before.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ladder {

struct WeightedSeed {
  std::uint64_t seed;
  double weight;
  bool operator==(const WeightedSeed &) const = default;
};

struct Start {
  std::uint64_t seed = 0;  // 0: the case's own start
  float amplitude = 1;     // of the random values
  // Where it is not empty: the weighted sum of the starts of these seeds, instead of that of
  // `seed`. The weights add up to 1, so that what a case adds to random values is there once.
  std::vector<WeightedSeed> sum = {};
  bool operator==(const Start &) const = default;
};

// Of what is random in a scalar; 0: nothing.
constexpr std::uint64_t scalar_seed(std::uint64_t seed) { return seed & 0xffffffff; }

// Values in (-amplitude, amplitude), the same on every machine.
void random_field(float *values, std::size_t count, std::uint64_t seed, float amplitude = 1);

}  // namespace ladder
