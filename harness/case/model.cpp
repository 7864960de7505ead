#include "harness/case/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/error.h"
#include "harness/formats/grid_files.h"
#include "harness/run/guarded_buffer.h"

namespace ladder {
namespace {

constexpr float least_velocity = 100, most_velocity = 12000;  // [m/s] outside is no rock and no sea

std::string sizes(const ModelRequest &r) {
  return r.ny > 1 ? fmt::format("{} x {} x {} cells (z, x, y)", r.nz, r.nx, r.ny)
                  : fmt::format("{} x {} cells (z, x)", r.nz, r.nx);
}

std::int64_t size_along(const ModelRequest &r, char axis) {
  return axis == 'z' ? r.nz : axis == 'x' ? r.nx : r.ny;
}

double spacing_along(const ModelRequest &r, char axis) {
  return axis == 'z' ? r.dz : axis == 'x' ? r.dx : r.dy;
}

// By the sizes, and by the names where the file tells them and the request has no other order.
bool fits(const ModelRequest &r, const Grid &grid, const std::string &axes) {
  if (grid.axes.size() != axes.size()) return false;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Axis &axis = grid.axes[i];
    if (axis.cells != size_along(r, axes[i])) return false;
    if (r.axes.empty() && axis.name != '?' && axis.name != axes[i]) return false;
  }
  return true;
}

std::vector<std::string> orders(const ModelRequest &r) {
  if (r.ny > 1) return {"yxz", "zxy", "xyz", "zyx", "xzy", "yzx"};
  return {"xz", "zx"};
}

// The order of the indices: as asked, or the only one that fits the case.
std::string find_axes(const ModelRequest &r, const Grid &grid) {
  std::vector<std::string> fitting;
  for (const auto &axes : orders(r))
    if ((r.axes.empty() || r.axes == axes) && fits(r, grid, axes)) fitting.push_back(axes);
  if (fitting.empty())
    throw FileError(fmt::format(
        "model '{}' has {} values{}, and the case needs {}: take a case of the model's size "
        "(--case=seg-eage for 676 x 210), or a model of the case's",
        r.path, sizes_of(grid), r.axes.empty() ? "" : " in the order " + r.axes, sizes(r)));
  if (fitting.size() > 1)
    throw UsageError(fmt::format("model '{}' of {} values may be read in {} ways: give --axes={}",
                                 r.path, sizes_of(grid), fitting.size(),
                                 fmt::join(fitting, " or --axes=")));
  return fitting[0];
}

// A model of other cells would be another model: it is not stretched.
void check_spacings(const ModelRequest &r, const Grid &grid) {
  for (const Axis &axis : grid.axes) {
    const double wanted = spacing_along(r, axis.name);
    // Files keep spacings as text or as whole millimetres.
    if (axis.spacing == 0 || wanted == 0 || axis.cells == 1 ||
        std::abs(axis.spacing - wanted) <= 1e-4 * wanted)
      continue;
    throw FileError(fmt::format(
        "model '{}' has cells of {:g} m along {}, and the case needs {:g} m: take a case of "
        "that spacing, or a model of the case's",
        r.path, axis.spacing, axis.name, wanted));
  }
}

std::string cell(const ModelRequest &r, std::size_t i) {
  const auto nz = static_cast<std::size_t>(r.nz), nx = static_cast<std::size_t>(r.nx);
  const std::string flat = fmt::format("x {}, z {}", i / nz % nx, i % nz);
  return r.ny > 1 ? fmt::format("{}, y {}", flat, i / nz / nx) : flat;
}

// What to multiply the file's values with to have m/s.
float to_metres(const ModelRequest &r, const std::string &told, const std::vector<float> &v,
                std::vector<std::string> &notes) {
  if (r.units == "m/s") return 1;
  if (r.units == "km/s") return 1000;
  if (told == "m/s" || told == "km/s") {
    notes.push_back(fmt::format("units: {}, as the model's file says", told));
    return told[0] == 'm' ? 1 : 1000;
  }
  if (!told.empty())
    throw FileError(fmt::format(
        "model '{}' says that its unit is '{}', and m/s and km/s are read: convert it, or "
        "give --units=m/s or --units=km/s if the file is wrong",
        r.path, told));
  const auto low = std::min_element(v.begin(), v.end()),
             high = std::max_element(v.begin(), v.end());
  const auto lie = [&](float least, float most) { return *low >= least && *high <= most; };
  const char *units = lie(300, most_velocity) ? "m/s" : lie(0.3f, 12) ? "km/s" : nullptr;
  if (!units)
    throw FileError(
        fmt::format("model '{}' has values from {:g} to {:g}, which are neither m/s nor "
                    "km/s for certain: give --units=m/s or --units=km/s",
                    r.path, *low, *high));
  notes.push_back(
      fmt::format("units: {}, since the values lie in {:g} to {:g}", units, *low, *high));
  return units[0] == 'm' ? 1 : 1000;
}

}  // namespace

void check_request(const ModelRequest &r) {
  if (!r.units.empty() && r.units != "m/s" && r.units != "km/s")
    throw UsageError(fmt::format("--units={}: expected m/s or km/s", r.units));
  const auto known = orders(r);
  if (!r.axes.empty() && std::find(known.begin(), known.end(), r.axes) == known.end())
    throw UsageError(fmt::format("--axes={}: expected one of {}", r.axes, fmt::join(known, ", ")));
  if (!r.endian.empty() && r.endian != "little" && r.endian != "big")
    throw UsageError(fmt::format("--endian={}: expected little or big", r.endian));
  const bool told = is_grid_file(r.path);
  if (told && !r.endian.empty())
    throw UsageError(
        fmt::format("--endian={}: '{}' tells its byte order itself", r.endian, r.path));
  if (!told && r.axes.empty())
    throw UsageError(
        fmt::format("raw model '{}' does not tell its order: give --axes=xz (z fastest) or "
                    "--axes=zx (x fastest), and --endian=big where it is not little",
                    r.path));
}

std::vector<float> read_model(const ModelRequest &r, std::vector<std::string> &notes) {
  check_request(r);
  Grid grid = is_grid_file(r.path) ? read_grid(r.path) : read_raw(r);
  const std::string axes = find_axes(r, grid);
  for (std::size_t i = 0; i < axes.size(); ++i) grid.axes[i].name = axes[i];
  check_spacings(r, grid);
  std::vector<float> v = in_order(grid, r.ny > 1 ? "yxz" : "xz").values;
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!finite(v[i]) || v[i] <= 0)
      throw FileError(
          fmt::format("model '{}' has the velocity {:g} at cell {}: it must be a "
                      "positive number",
                      r.path, v[i], cell(r, i)));
  const float factor = to_metres(r, grid.unit, v, notes);
  for (std::size_t i = 0; i < v.size(); ++i) {
    // Whole m/s that went through km/s in float32 come back whole: within one unit in the last place.
    const double metres = double{v[i]} * factor, whole = std::round(metres);
    v[i] = static_cast<float>(std::abs(metres - whole) <= 1.2e-7 * metres ? whole : metres);
    if (v[i] < least_velocity || v[i] > most_velocity)
      throw FileError(
          fmt::format("model '{}' has {:g} m/s at cell {}, outside {:g} to {:g}: are "
                      "its --units right?",
                      r.path, v[i], cell(r, i), least_velocity, most_velocity));
  }
  return v;
}

}  // namespace ladder
