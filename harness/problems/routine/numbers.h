// Elements of recorded values as numbers, the components that are judged by themselves, and noise.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

#include "harness/problems/routine/recorded.h"

namespace ladder {

class RoutineCase;

// The parts of a number: one of a real, two of a complex one.
inline std::size_t parts_of(const RecordedValue &value) {
  return value.kind == ValueKind::complex ? 2 : 1;
}

template <typename T>
T read_as(const std::byte *from) {
  T number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

// Part `part` of element `index` of data in the value's own precision or, `wide`, in the next one.
inline long double number_at(const RecordedValue &value, const std::byte *data, std::size_t index,
                             std::size_t part, bool wide) {
  const std::size_t parts = parts_of(value), bytes = (wide ? value.wide : value.element) / parts;
  const std::byte *from = data + (index * parts + part) * bytes;
  if (bytes == 4) return read_as<float>(from);
  if (bytes == 8) return read_as<double>(from);
  return value.quad ? static_cast<long double>(read_as<__float128>(from))
                    : read_as<long double>(from);
}
void set_number(const RecordedValue &, std::byte *data, std::size_t index, std::size_t part,
                long double number, bool wide);
// Half a unit in the last place of 1, in the value's own precision.
long double unit_roundoff(const RecordedValue &);
// A difference of half of its digits, relative.
long double half_of_digits(const RecordedValue &);

// An axis of at most eight elements is one of components, as of a vector's directions or of
// species, so that a small variable does not hide behind a large one. `in_all_calls`: it is so
// short in all of them, and no axis of a grid that is small in one.
class Components {
 public:
  explicit Components(const RecordedValue &, bool in_all_calls = false);
  std::size_t count() const { return count_; }
  std::size_t of(std::size_t index) const;
  // So many elements, from a multiple of them on, are of one component.
  std::size_t run() const { return run_; }

 private:
  struct Axis {
    std::size_t stride, extent, step;  // of elements; of components, 0: a long axis
  };
  std::vector<Axis> axes_;
  std::size_t count_ = 1, run_ = 0;
};

// Elements of recorded values where a run left them.

// Where a value begins in its storage.
inline const std::byte *data_of(const RecordedValue &value, const std::vector<std::byte> &storage,
                                bool wide) {
  return storage.data() + (wide ? value.wide_at : value.at);
}

inline bool has_numbers(const RecordedValue &value) {
  return value.kind == ValueKind::real || value.kind == ValueKind::complex;
}

// Bytes of an element that count: an x87 number has ten in sixteen.
inline bool same_bits(const RecordedValue &value, const std::byte *a, const std::byte *b,
                      std::size_t index) {
  const std::size_t parts = has_numbers(value) ? parts_of(value) : 1;
  const std::size_t size = value.element / parts;
  const std::size_t counts = has_numbers(value) && size == 16 && !value.quad ? 10 : size;
  for (std::size_t part = 0; part < parts; ++part)
    if (std::memcmp(a + index * value.element + part * size,
                    b + index * value.element + part * size, counts) != 0)
      return false;
  return true;
}

// Fresh inputs: the recorded ones with noise, so that what was recorded near zero, or exactly
// symmetric, hides no mistake.

// An amplitude is at most 1; times this, zeros get noise as well: else an output that was zero
// before the call hides what is not written. Some routines take none there, as where a zero is a
// mask.
inline constexpr float noise_on_zeros = 4096;

// Changes elements of an array, or a scalar that draws vary, by up to a sixteenth of `amplitude`
// times their component's largest value; the same for the same seed. All else stays.
void add_noise(const RecordedValue &, std::byte *data, std::uint64_t seed, float amplitude);

// Changes numbers that are not whole by about a unit in the last place, up or down: what rounding
// might have given.
void change_last_bits(const RecordedValue &, std::byte *data, std::uint64_t seed);

// The largest of a few amplitudes from which step 0 computes numbers wherever it does from the
// recorded inputs, on zeros too where its runs then take the same branches; 0 where it fails on
// all.
float largest_noise(const RoutineCase &);

}  // namespace ladder
