#include "harness/problems/wave/byte_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "harness/formats/ending.h"
#include "harness/formats/grid.h"
#include "harness/formats/velocity_unit.h"

namespace ladder {
namespace {

float swapped(float value) {
  const auto b = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>(b << 24 | (b & 0xff00) << 8 | (b >> 8 & 0xff00) | b >> 24);
}

std::string way_out(const std::string &path) {
  const std::string ending = ending_of(path);
  if (!is_grid_file(path)) return "give the other --endian=little|big";
  if (ending == ".rsf" || ending == ".h")
    return "data_format=\"xdr_float\" is big-endian, \"native_float\" little-endian";
  if (ending == ".npy") return "array.view(array.dtype.newbyteorder()) has them in NumPy";
  if (ending == ".vti") return "correct byte_order=";
  return "write it again in the order that its header states";
}

}  // namespace

std::string advice_on_byte_order(const std::string &path, const std::vector<float> &values) {
  if (values.empty()) return "";
  const auto [low, high] =
      std::ranges::minmax_element(values, {}, [](float v) { return swapped(v); });
  const double least = double{swapped(*low)}, most = double{swapped(*high)};
  const auto is_nan = [](float v) { return !(swapped(v) > 0); };
  if (std::ranges::any_of(values, is_nan) || likely_units(least, most).empty()) return "";
  return fmt::format(
      "its bytes are in another order than stated: swapped they are {:g} to {:g}. In '{}' {}",
      least, most, path, way_out(path));
}

}  // namespace ladder
