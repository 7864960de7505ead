#include "harness/problems/wave/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/base/buffers.h"
#include "harness/base/error.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/rsf_file.h"

namespace ladder {
namespace {

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

// By the sizes, and by the names where the file states them and the request has no other order.
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

// A header with n2=1, or an array of one index: its values may be all there, and their shape is
// not.
void check_dimensions(const ModelRequest &r, const Grid &grid) {
  const auto longer = std::count_if(grid.axes.begin(), grid.axes.end(),
                                    [](const Axis &axis) { return axis.cells > 1; });
  const auto wanted = (r.nz > 1) + (r.nx > 1) + (r.ny > 1);
  if (longer > 1 || wanted < 2) return;
  const auto values = static_cast<std::int64_t>(grid.values.size());
  const std::int64_t cells = std::int64_t{r.nz} * r.nx * r.ny;
  throw FileError(fmt::format(
      "model '{}' is one line of {} values (n2=1 in a header), but the case needs {}{}", r.path,
      values, sizes(r),
      values == cells
          ? fmt::format(", which is the same number: give the file its shape, n1={} n2={}{} in an "
                        "RSF or SEP header (z fastest), array.reshape({}{}, {}) in NumPy",
                        r.nz, r.nx, r.ny > 1 ? fmt::format(" n3={}", r.ny) : "",
                        r.ny > 1 ? fmt::format("{}, ", r.ny) : "", r.nx, r.nz)
          : fmt::format(", {} values: a single column is not a model; repeat it along x, in NumPy "
                        "numpy.tile(array, (NX, 1))",
                        cells)));
}

// The order of the indices: as asked, or the only one that fits the case.
std::string find_axes(const ModelRequest &r, const Grid &grid) {
  check_dimensions(r, grid);
  std::vector<std::string> fitting;
  for (const auto &axes : orders(r))
    if ((r.axes.empty() || r.axes == axes) && fits(r, grid, axes)) fitting.push_back(axes);
  if (fitting.empty())
    throw FileError(fmt::format(
        "model '{}' has {} values{}, but the case needs {}: take a case or a model of the other's "
        "size, or leave out --case to have a case made from the model",
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
    throw FileError(
        fmt::format("model '{}' has cells of {:g} m along {}, but the case has {:g} m: take a case "
                    "of that spacing, or a model of the case's spacing",
                    r.path, axis.spacing, axis.name, wanted));
  }
}

std::string cell(const ModelRequest &r, std::size_t i) {
  const auto nz = static_cast<std::size_t>(r.nz), nx = static_cast<std::size_t>(r.nx);
  const std::string flat = fmt::format("x {}, z {}", i / nz % nx, i % nz);
  return r.ny > 1 ? fmt::format("{}, y {}", flat, i / nz / nx) : flat;
}

// Only where the values as they are cannot be velocities.
void refuse_other_byte_order(const ModelRequest &r, const std::vector<float> &v) {
  const bool usual = std::ranges::all_of(v, [](float value) {
    return value > 1e-9 && value < 1e9;  // in any of the units
  });
  if (usual) return;
  if (const auto advice = advice_on_byte_order(r.path, v); !advice.empty())
    throw FileError(fmt::format("model '{}' has {:g} at cell {}, which is no velocity: {}", r.path,
                                v[0], cell(r, 0), advice));
}

// A line of as many values as the case has cells, in the order that is asked for.
void give_shape(const ModelRequest &r, Grid &grid) {
  const std::int64_t cells = std::int64_t{r.nz} * r.nx * r.ny;
  if (r.axes.empty() || grid.axes.size() != 1 || grid.axes[0].cells != cells) return;
  grid.axes.clear();
  for (const char axis : r.axes) grid.axes.push_back({axis, size_along(r, axis), 0, 0});
}

Velocities in_metres(const ModelRequest &r, const Grid &grid, std::vector<std::string> &notes) {
  std::vector<float> v = in_order(grid, r.ny > 1 ? "yxz" : "xz").values;
  refuse_other_byte_order(r, v);
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!finite(v[i]) || v[i] <= 0)
      throw FileError(
          fmt::format("model '{}' has the velocity {:g} at cell {}: it must be a "
                      "positive number",
                      r.path, v[i], cell(r, i)));
  const VelocityUnit unit = unit_of(r, grid.unit, v, notes);
  for (std::size_t i = 0; i < v.size(); ++i) {
    // Whole m/s that went through another unit in float32 come back whole: within one unit in the
    // last place.
    const double metres = unit.to_metres(v[i]), whole = std::round(metres);
    v[i] = static_cast<float>(std::abs(metres - whole) <= 1.2e-7 * metres ? whole : metres);
    if (v[i] < least_velocity || v[i] > most_velocity)
      throw FileError(
          fmt::format("model '{}' has {:g} m/s at cell {}, outside {:g} to {:g}: check --units",
                      r.path, v[i], cell(r, i), least_velocity, most_velocity));
  }
  return {std::move(v), unit.name};
}

}  // namespace

void check_request(const ModelRequest &r) {
  if (!r.units.empty() && !velocity_unit(r.units))
    throw UsageError(fmt::format("--units={}: expected {}", r.units, velocity_units()));
  const auto known = orders(r);
  if (!r.axes.empty() && std::find(known.begin(), known.end(), r.axes) == known.end())
    throw UsageError(fmt::format("--axes={}: expected one of {}", r.axes, fmt::join(known, ", ")));
  if (!r.endian.empty() && r.endian != "little" && r.endian != "big")
    throw UsageError(fmt::format("--endian={}: expected little or big", r.endian));
  const bool has_header = is_grid_file(r.path);
  if (has_header && !r.endian.empty())
    throw UsageError(
        fmt::format("--endian={}: '{}' states its byte order itself", r.endian, r.path));
  if (!has_header && r.axes.empty())
    throw UsageError(
        fmt::format("raw model '{}' does not state its axis order: give --axes=xz (z fastest) or "
                    "--axes=zx (x fastest), and --endian=big if it is not little-endian",
                    r.path));
}

Grid read_grid_of_model(const ModelRequest &r) {
  if (!is_grid_file(r.path))
    if (const std::string advice = advice_on_foreign_file(r.path); !advice.empty())
      throw FileError(fmt::format("model '{}' is {}", r.path, advice));
  check_request(r);
  Grid grid = is_grid_file(r.path) ? read_grid(r.path) : read_raw(r);
  if (grid.length_unit.empty()) {
    for (Axis &axis : grid.axes) {
      axis.spacing *= metres_of(r.length_units);
      axis.origin *= metres_of(r.length_units);
    }
  } else if (!r.length_units.empty() && r.length_units != grid.length_unit) {
    throw FileError(fmt::format(
        "model '{}' has its lengths in {}: leave out --length-units={}, or give --spacing with it",
        r.path, grid.length_unit, r.length_units));
  }
  return grid;
}

Velocities velocities_of(const ModelRequest &r, Grid grid, std::vector<std::string> &notes) {
  give_shape(r, grid);
  const std::string axes = find_axes(r, grid);
  for (std::size_t i = 0; i < axes.size(); ++i) grid.axes[i].name = axes[i];
  check_spacings(r, grid);
  notes.insert(notes.end(), grid.notes.begin(), grid.notes.end());
  try {
    return in_metres(r, grid, notes);
  } catch (const FileError &why) {  // what was noted of the file may be the cause
    const std::string mark = "warning: ";
    for (const std::string &note : grid.notes)
      if (note.starts_with(mark))
        throw FileError(fmt::format("{}; {}", why.what(), note.substr(mark.size())));
    throw;
  }
}

std::vector<float> read_model(const ModelRequest &r, std::vector<std::string> &notes) {
  return velocities_of(r, read_grid_of_model(r), notes).values;
}

}  // namespace ladder
