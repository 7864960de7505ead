#include "harness/problems/routine/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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

}  // namespace ladder
