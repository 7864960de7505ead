#include "harness/problems/routine/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "harness/base/error.h"
#include "harness/problems/routine/reference.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {
namespace {

constexpr std::int64_t most_components = 8;  // along an axis

template <typename T>
void write_as(std::byte *to, long double number) {
  const T narrow = static_cast<T>(number);
  std::memcpy(to, &narrow, sizeof narrow);
}

}  // namespace

void set_number(const RecordedValue &value, std::byte *data, std::size_t index, std::size_t part,
                long double number, bool wide) {
  const std::size_t bytes = (wide ? value.wide : value.element) / parts_of(value);
  std::byte *to = data + (index * parts_of(value) + part) * bytes;
  if (bytes == 4) return write_as<float>(to, number);
  if (bytes == 8) return write_as<double>(to, number);
  if (value.quad) return write_as<__float128>(to, number);
  write_as<long double>(to, number);
}

long double unit_roundoff(const RecordedValue &value) {
  const std::size_t bytes = value.element / parts_of(value);
  if (bytes == 4) return 0x1p-24L;
  if (bytes == 8) return 0x1p-53L;
  return value.quad ? 0x1p-113L : 0x1p-64L;
}

long double half_of_digits(const RecordedValue &value) { return std::sqrt(unit_roundoff(value)); }

Components::Components(const RecordedValue &value, bool in_all_calls) {
  std::size_t stride = 1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(value.rank); ++axis) {
    const auto extent = static_cast<std::size_t>(value.extent[axis]);
    const auto longest =
        std::max(value.extent[axis], in_all_calls ? value.longest[axis] : value.extent[axis]);
    const bool is_short = value.rank > 1 && longest <= most_components;
    axes_.push_back({stride, extent, is_short ? count_ : 0});
    if (is_short) count_ *= extent;
    if (is_short && run_ == 0) run_ = stride;
    stride *= extent;
  }
  if (run_ == 0) run_ = std::max<std::size_t>(stride, 1);
}

std::size_t Components::of(std::size_t index) const {
  std::size_t component = 0;
  for (const Axis &axis : axes_)
    if (axis.step) component += index / axis.stride % axis.extent * axis.step;
  return component;
}

namespace {

std::uint64_t next_bits(std::uint64_t &state) {
  state += 0x9e3779b97f4a7c15u;  // splitmix64
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Numbers of one type in memory of any alignment. They are computed with as Work.
template <typename T>
class Numbers {
 public:
  using Work = std::conditional_t<sizeof(T) <= sizeof(double), double, long double>;

  explicit Numbers(std::byte *data) : data_(data) {}
  Work read(std::size_t i) const {
    T number;
    std::memcpy(&number, data_ + i * sizeof number, sizeof number);
    return static_cast<Work>(number);
  }
  void write(std::size_t i, Work number) const {
    const T narrow = static_cast<T>(number);
    std::memcpy(data_ + i * sizeof narrow, &narrow, sizeof narrow);
  }

 private:
  std::byte *data_;
};

// Calls work(Numbers<T>) with the type of a value's numbers.
template <typename Work>
void with_numbers(const RecordedValue &value, std::byte *data, const Work &work) {
  const std::size_t bytes = value.element / parts_of(value);
  if (bytes == 4) return work(Numbers<float>(data));
  if (bytes == 8) return work(Numbers<double>(data));
  if (value.quad) return work(Numbers<__float128>(data));
  work(Numbers<long double>(data));
}

// Calls work(component, first, end) for all numbers of a value, in order.
template <typename Work>
void each_run(const RecordedValue &value, const Components &components, const Work &work) {
  const std::size_t elements = value.elements(), parts = parts_of(value);
  for (std::size_t i = 0; i < elements; i += components.run())
    work(components.of(i), i * parts, std::min(i + components.run(), elements) * parts);
}

}  // namespace

void add_noise(const RecordedValue &value, std::byte *data, std::uint64_t seed, float amplitude) {
  if (!has_numbers(value) || (value.rank == 0 && !value.varied)) return;
  const bool on_zeros = amplitude > 1;
  if (on_zeros) amplitude /= noise_on_zeros;
  const Components components(value);
  with_numbers(value, data, [&]<typename T>(const Numbers<T> &numbers) {
    using Work = typename Numbers<T>::Work;
    std::vector<Work> largest(components.count(), 0);
    each_run(value, components, [&](std::size_t component, std::size_t first, std::size_t end) {
      Work &most = largest[component];
      for (std::size_t i = first; i < end; ++i) {
        const Work size = std::fabs(numbers.read(i));
        if (size > most && std::isfinite(size)) most = size;
      }
    });
    // An output that was zero, or small, before the call: noise is to be seen next to what it
    // becomes.
    if (on_zeros && value.largest_output.size() == largest.size())
      for (std::size_t k = 0; k < largest.size(); ++k)
        largest[k] = std::max(largest[k], static_cast<Work>(value.largest_output[k]));
    each_run(value, components, [&](std::size_t component, std::size_t first, std::size_t end) {
      const Work most = largest[component] * amplitude / 16;
      for (std::size_t i = first; i < end; ++i) {
        const Work drawn = static_cast<Work>(static_cast<std::int64_t>(next_bits(seed)));
        const Work number = numbers.read(i);
        if ((on_zeros || number != 0) && std::isfinite(number))
          numbers.write(i, number + drawn * Work(0x1p-63) * most);
      }
    });
  });
}

void change_last_bits(const RecordedValue &value, std::byte *data, std::uint64_t seed) {
  if (!has_numbers(value)) return;
  const std::size_t count = value.elements() * parts_of(value);
  with_numbers(value, data, [&]<typename T>(const Numbers<T> &numbers) {
    using Work = typename Numbers<T>::Work;
    // From here on numbers are whole, and to add it drops what is behind the point.
    constexpr Work whole = Work(std::uint64_t{1} << (std::numeric_limits<Work>::digits - 1));
    const Work unit = static_cast<Work>(2 * unit_roundoff(value));
    const std::array<Work, 2> either = {-unit, unit};  // chosen without a branch
    std::uint64_t up = 0;
    for (std::size_t i = 0; i < count; ++i, up >>= 1) {
      if (i % 64 == 0) up = next_bits(seed);
      const Work number = numbers.read(i), size = std::fabs(number);
      if (!(size < whole) || (size + whole) - whole == size) continue;
      numbers.write(i, number + number * either[up & 1]);
    }
  });
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
        const auto truth = [&] {
          return std::static_pointer_cast<const RoutineTruth>(c.own_truth(start));
        };
        if (seed == 1 && amplitude > 1 && !truth()->decides()) return false;
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
