#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/formats/byte_order.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"
#include "harness/problems/wave/model.h"

namespace ladder {

Grid read_raw(const ModelRequest &r) {
  check_request(r);
  Grid grid;
  std::uint64_t count = 1;
  for (char axis : r.axes) {
    const int cells = axis == 'z' ? r.nz : axis == 'x' ? r.nx : r.ny;
    grid.axes.push_back({axis, cells, 0, 0});
    count *= static_cast<std::uint64_t>(cells);
  }
  // Before reading: a file of another size may be very large.
  const std::uint64_t size = size_of_file(r.path);
  if (size != 4 * count)
    throw FileError(
        fmt::format("model '{}' has {} bytes, but float32 values of the case's {} cells ({}) take "
                    "{}; take a case of the model's size, or a model of the case's size",
                    r.path, size, sizes_of(grid), r.axes, 4 * count));
  const std::string bytes = read_file(r.path, 4 * count);
  if (bytes.size() != size) throw FileError(fmt::format("'{}' changed while it was read", r.path));
  grid.values.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    grid.values[i] = number_from<float>(bytes.data() + 4 * i, r.endian == "big");
  return grid;
}

namespace {

// Water in ft/s: a model whose slowest value this is may be in feet, and could be a fast one in
// m/s.
bool wet_in_feet(double slowest) { return slowest >= 4700 && slowest <= 5100; }

// Which of several units it may be: "ft/s (1500 to 4482 m/s)".
std::string guesses(const std::vector<VelocityUnit> &units, double low, double high) {
  std::vector<std::string> words;
  for (const VelocityUnit &unit : units) {
    const double a = unit.to_metres(low), b = unit.to_metres(high);
    words.push_back(fmt::format("--units={} ({:.0f} to {:.0f} m/s)", unit.name, std::min(a, b),
                                std::max(a, b)));
  }
  return fmt::format("{}", fmt::join(words, ", or "));
}

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

VelocityUnit unit_of(const ModelRequest &r, const std::string &stated, const std::vector<float> &v,
                     std::vector<std::string> &notes) {
  if (!r.units.empty()) return *velocity_unit(r.units);
  if (const auto unit = velocity_unit(stated)) {
    notes.push_back(fmt::format("units: {}, as stated in the model's file", unit->name));
    return *unit;
  }
  if (!stated.empty())
    throw FileError(
        fmt::format("model '{}' has the unit '{}', but only {} are read: convert it, or give "
                    "--units= if the file is wrong",
                    r.path, stated, velocity_units()));
  const double low = *std::min_element(v.begin(), v.end()),
               high = *std::max_element(v.begin(), v.end());
  const std::vector<VelocityUnit> likely = likely_units(low, high);
  const auto lie = [&](double least, double most) { return low >= least && high <= most; };
  const char *units = lie(300, most_velocity) ? "m/s" : lie(0.3, 12) ? "km/s" : nullptr;
  // Rock and water are seldom so slow or so fast that another unit is the likelier one.
  const bool another = !likely.empty() && likely.front().name != std::string(units ? units : "");
  const bool doubtful = another || (likely.size() > 1 && low != high && wet_in_feet(low));
  if (!units || doubtful)
    throw FileError(fmt::format(
        "model '{}' has values from {:g} to {:g}, {}", r.path, low, high,
        likely.empty()
            ? "whose unit is ambiguous: give --units=, one of " + velocity_units()
            : "and the file does not state their unit: give " + guesses(likely, low, high) +
                  (another && units ? fmt::format(", or --units={}", units) : "")));
  notes.push_back(fmt::format("units: {}, since the values lie in {:g} to {:g}", units, low, high));
  return *velocity_unit(units);
}

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
