#include "harness/problems/routine/noise.h"

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/problems/routine/elements.h"
#include "harness/problems/routine/reference.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {
namespace {

// In (-1, 1).
long double draw(std::uint64_t &state) {
  state += 0x9e3779b97f4a7c15u;  // splitmix64
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<long double>((z ^ (z >> 31)) >> 1) * 0x1p-62L - 1;
}

}  // namespace

void add_noise(const RecordedValue &value, std::byte *data, std::uint64_t seed, float amplitude) {
  if (!has_numbers(value) || (value.rank == 0 && !value.varied)) return;
  const bool on_zeros = amplitude > 1;
  if (on_zeros) amplitude /= noise_on_zeros;
  const Components components(value);
  const std::size_t elements = value.elements();
  std::vector<long double> largest(components.count(), 0);
  for (std::size_t i = 0; i < elements; ++i)
    for (std::size_t part = 0; part < parts_of(value); ++part) {
      const long double size = std::fabs(number_at(value, data, i, part, false));
      if (std::isfinite(size)) {
        long double &most = largest[components.of(i)];
        most = std::max(most, size);
      }
    }
  // An output that was zero, or small, before the call: noise is to be seen next to what it
  // becomes.
  if (on_zeros && value.largest_output.size() == largest.size())
    for (std::size_t k = 0; k < largest.size(); ++k)
      largest[k] = std::max(largest[k], value.largest_output[k]);
  for (std::size_t i = 0; i < elements; ++i)
    for (std::size_t part = 0; part < parts_of(value); ++part) {
      const long double drawn = draw(seed), number = number_at(value, data, i, part, false);
      if ((on_zeros || number != 0) && std::isfinite(number))
        set_number(
            value, data, i, part,
            number + drawn / 16 * static_cast<long double>(amplitude) * largest[components.of(i)],
            false);
    }
}

void change_last_bits(const RecordedValue &value, std::byte *data, std::uint64_t seed) {
  if (value.kind != ValueKind::real && value.kind != ValueKind::complex) return;
  const std::size_t elements = value.elements();
  for (std::size_t i = 0; i < elements; ++i)
    for (std::size_t part = 0; part < parts_of(value); ++part) {
      const long double number = number_at(value, data, i, part, false), drawn = draw(seed);
      if (!std::isfinite(number) || number == std::rint(number)) continue;
      const long double bit = 2 * unit_roundoff(value);
      set_number(value, data, i, part, number * (1 + (drawn > 0 ? bit : -bit)), false);
    }
}

float largest_noise(const RoutineCase &c) {
  refuse_proof_beyond_memory(c);
  const Outputs own = reference_of(c).outputs({.seed = 0}, {{}}).at(0);
  for (const float amplitude :
       {noise_on_zeros, 1.0f, noise_on_zeros / 16, 1 / 16.0f, noise_on_zeros / 256, 1 / 256.0f}) {
    const auto holds = [&](std::uint64_t seed) {
      const Start start{.seed = seed, .amplitude = amplitude};
      try {
        const Outputs noisy = reference_of(c).outputs(start, {{}}).at(0);
        if (seed == 1 && amplitude > 1 && !RoutineTruth(c, start).decides()) return false;
        return finite_as(c, own, noisy);
      } catch (const Error &error) {
        if (error.exit != Exit::wrong) throw;
        return false;  // step 0 ended its process
      }
    };
    // Each element of an enlarged call has its own noise already.
    if (holds(1) && (!c.scale.is_null() || (holds(2) && holds(3)))) return amplitude;
  }
  return 0;
}

}  // namespace ladder
