#include "harness/problems/wave/own_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/numbers.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"
#include "harness/formats/rsf_file.h"
#include "harness/problems/wave/model.h"

namespace ladder {
namespace {

constexpr std::int64_t most_cells_of_axis = 1 << 20;

ModelRequest request_of_model(const CaseOverrides &over) {
  ModelRequest request;
  request.path = over.model;
  request.units = over.units;
  request.axes = over.axes;
  request.endian = over.endian;
  request.length_units = over.spacing.empty() ? over.length_units : "";
  if (is_grid_file(over.model)) {
    if (over.cells.empty()) return request;
    throw UsageError(
        fmt::format("--grid={}: the file '{}' states the size of the model, and a model from a "
                    "file is not stretched",
                    over.cells, over.model));
  }
  size_of_file(over.model);  // refuses a folder, a device or a missing file
  if (over.cells.empty())
    throw UsageError(
        fmt::format("model '{}' is raw or has an unknown ending, so its size is unknown: give its "
                    "cells with --grid=ZxX, and --axes and --spacing",
                    over.model));
  std::vector<int> n = sizes_of_text("--grid", over.cells);
  if (n.size() < 2 || n.size() > 3)
    throw UsageError(
        fmt::format("--grid={}: expected the cells of the raw model, ZxX or ZxXxY", over.cells));
  n.resize(3, 1);
  request.nz = n[0];
  request.nx = n[1];
  request.ny = n[2];
  return request;
}

// Two or three, without those of one cell.
void take_axes_out(const std::string &path, Grid &grid) {
  const std::string all = sizes_of(grid);
  std::erase_if(grid.axes, [](const Axis &axis) { return axis.cells == 1; });
  if (grid.axes.size() < 2 || grid.axes.size() > 3)
    throw FileError(
        fmt::format("model '{}' has {} values: a model has two or three axes of several cells. A "
                    "line of values needs its shape, in NumPy array.reshape(NX, NZ)",
                    path, all));
  for (const Axis &axis : grid.axes)
    if (axis.cells > most_cells_of_axis)
      throw FileError(fmt::format("model '{}' has {} cells along an axis, but at most {} are taken",
                                  path, axis.cells, most_cells_of_axis));
}

// How an array lies that does not name its axes: with z fastest, or, in VTK's files, with x.
std::string usual_order(const std::string &path, bool deep) {
  if (ending_of(path) == ".vti") return deep ? "zyx" : "zx";
  return deep ? "yxz" : "xz";
}

// As asked, as the file states, or as usual.
std::string axes_of_model(const CaseOverrides &over, const Grid &grid, OwnModel &model) {
  const bool deep = grid.axes.size() == 3;
  if (!over.axes.empty()) {
    if (over.axes.size() != grid.axes.size())
      throw UsageError(fmt::format("--axes={}: model '{}' has {} axes, {} cells", over.axes,
                                   over.model, grid.axes.size(), sizes_of(grid)));
    return over.axes;
  }
  const std::string usual = usual_order(over.model, deep);
  std::string stated;
  for (const char name : names_of(grid)) stated += name;
  const auto unnamed = std::ranges::count(grid.axes, '?', &Axis::name);
  if (unnamed == std::ssize(grid.axes)) stated = usual;
  if (unnamed > 0)
    model.notes.push_back(fmt::format(
        "axes: taken as {} ({} cells), the last index is {}; --axes={} is the other way "
        "round",
        stated, sizes_of(grid), stated.back() == 'z' ? "the depth" : "along x",
        std::string(stated.rbegin(), stated.rend())));
  std::string sorted = stated;
  std::ranges::sort(sorted);
  if (sorted != (deep ? "xyz" : "xz"))
    throw FileError(
        fmt::format("model '{}' has the axes {}, but {} are needed; correct them with --axes={}",
                    over.model, stated, deep ? "x, y and z" : "x and z", usual));
  return stated;
}

void take_spacing(const CaseOverrides &over, const Grid &grid, OwnModel &model) {
  const auto asked = metres_of_cells(over.spacing, over.length_units, grid.axes.size());
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const char name = model.axes[i];
    const double stated = grid.axes[i].spacing, wanted = asked.empty() ? stated
                                                                       : asked[name == 'z'   ? 0
                                                                               : name == 'x' ? 1
                                                                                             : 2];
    (name == 'z' ? model.dz : name == 'x' ? model.dx : model.dy) = wanted;
    if (!(wanted > 0))
      throw UsageError(
          fmt::format("model '{}' does not state its cell size along {}: give --spacing=D, or {}, "
                      "in metres or with --length-units=ft",
                      over.model, name, grid.axes.size() == 3 ? "DZxDXxDY" : "DZxDX"));
    if (stated == 0 || std::abs(stated - wanted) <= 1e-4 * wanted) continue;
    model.any_spacing = true;
    model.notes.push_back(fmt::format(
        "spacing: {:g} m along {} from --spacing; the file has {:g} m", wanted, name, stated));
  }
  if (!model.any_spacing && over.spacing.empty()) model.length_units = over.length_units;
}

// [m] Below this in every direction a model is rather one whose spacing was meant in another unit.
constexpr double smallest_usual_extent = 50;

void warn_of_tiny_cells(const CaseOverrides &over, const Grid &grid, OwnModel &model) {
  if (!over.length_units.empty()) return;
  const bool of_file = over.spacing.empty();
  if (of_file && !grid.length_unit.empty()) return;
  double extent = 0;
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const char name = model.axes[i];
    const double cell = name == 'z' ? model.dz : name == 'x' ? model.dx : model.dy;
    extent = std::max(extent, cell * double(grid.axes[i].cells));
  }
  if (extent < smallest_usual_extent)
    model.notes.push_back(fmt::format(
        "warning: {} the model's longest side is {:g} m: if the spacing is in kilometres, add "
        "--length-units=km",
        of_file ? "the file names no unit of its lengths, and in metres"
                : fmt::format("with --spacing={} m", over.spacing),
        extent));
}

// Places count from the model's first cell. Depths that end at or above 0 are heights.
void take_origin(const std::string &path, const Grid &grid, OwnModel &model) {
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const Axis &axis = grid.axes[i];
    const double last = axis.origin + axis.spacing * double(axis.cells - 1);
    if (model.axes[i] == 'z' && axis.origin < 0 && last <= 0)
      throw FileError(fmt::format(
          "model '{}' has depths from {:g} to {:g} m: depths count downwards from the top, so turn "
          "the axis, and change its sign",
          path, axis.origin, last));
    if (axis.origin != 0)
      model.notes.push_back(
          fmt::format("positions: the file's {} = {:g} m is {} = 0 here, the model's first cell",
                      model.axes[i], axis.origin, model.axes[i]));
  }
}

// How much faster the far half of an axis is than the near half, as a share.
double growth(const std::vector<float> &v, std::int64_t cells, std::int64_t stride) {
  double near = 0, far = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const std::int64_t at = static_cast<std::int64_t>(i) / stride % cells;
    if (2 * at < cells - 1) near += double(v[i]);
    if (2 * at > cells - 1) far += double(v[i]);
  }
  return far / near - 1;
}

// Rock gets faster with depth. An array that does so along another axis is likely read the wrong
// way round.
void warn_of_exchanged_axes(const std::vector<float> &v, const CaseOverrides &over,
                            OwnModel &model) {
  const double down = growth(v, model.nz, 1), along = std::abs(growth(v, model.nx, model.nz));
  const bool stated = std::ranges::none_of(
      model.notes, [](const std::string &note) { return note.starts_with("axes: taken as"); });
  if (stated || !over.axes.empty() || !(along > 0.1 && along > 2 * down)) return;
  model.notes.push_back(
      fmt::format("warning: velocities change by {:.0f} % along x and by {:.0f} % with depth, as "
                  "if x and z were exchanged: if so, give --axes={}",
                  100 * along, 100 * down, std::string(model.axes.rbegin(), model.axes.rend())));
}

}  // namespace

std::vector<double> metres_of_cells(const std::string &spacing, const std::string &length_units,
                                    std::size_t axes) {
  if (spacing.empty()) return {};
  const double metre = metres_of(length_units);
  auto n = numbers_between(spacing, 'x');
  const bool positive = std::ranges::all_of(n, [](double d) { return d > 0; });
  const bool as_many = n.size() == 1 || n.size() == axes || (axes == 0 && n.size() <= 3);
  if (n.empty() || !as_many || !positive)
    throw UsageError(
        fmt::format("--spacing={}: expected the size of the cells, one number above 0 such as 7.5, "
                    "or {}, such as {}",
                    spacing, axes == 3 ? "three (z by x by y)" : "two (z by x)",
                    axes == 3 ? "10x12.5x12.5" : "10x12.5"));
  if (n.size() == 1) n.resize(axes, n[0]);
  // Text of twelve digits, so that 25 ft are the 7.62 m that somebody would write.
  for (double &d : n) d = std::stod(fmt::format("{:.12g}", d * metre));
  return n;
}

OwnModel read_own_model(const CaseOverrides &over) {
  ModelRequest request = request_of_model(over);
  metres_of_cells(over.spacing,
                  over.length_units);  // what is wrong with it needs no file to be seen
  Grid grid = read_grid_of_model(request);
  take_axes_out(over.model, grid);
  OwnModel model;
  model.axes = axes_of_model(over, grid, model);
  take_spacing(over, grid, model);
  warn_of_tiny_cells(over, grid, model);
  take_origin(over.model, grid, model);
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const char name = model.axes[i];
    (name == 'z'   ? model.nz
     : name == 'x' ? model.nx
                   : model.ny) = static_cast<int>(grid.axes[i].cells);
  }
  request.nz = model.nz;
  request.nx = model.nx;
  request.ny = model.ny;
  request.axes = model.axes;
  const Velocities velocities = velocities_of(request, std::move(grid), model.notes);
  model.units = velocities.unit;
  const auto [least, most] =
      std::minmax_element(velocities.values.begin(), velocities.values.end());
  model.slowest = double(*least);
  model.fastest = double(*most);
  for (const float v : velocities.values) model.mean_slowness += 1 / double(v);
  model.mean_slowness /= double(velocities.values.size());
  warn_of_exchanged_axes(velocities.values, over, model);
  return model;
}

}  // namespace ladder
