// A model as traces: a trace is a column, its samples go down.
#include <fmt/format.h>

#include <cmath>

#include "harness/formats/columns_of_traces.h"
#include "harness/formats/grid_files.h"
#include "harness/formats/traces.h"

namespace ladder {
namespace {

double place(const Axis &axis, std::int64_t i) {
  return axis.origin + axis.spacing * static_cast<double>(i);
}

// The spacing of places that grow evenly, to the unit in which the file counts; 0 where they do
// not.
double even_spacing(const std::vector<double> &places, double step) {
  if (places.size() < 2) return 0;
  const double spacing = (places.back() - places.front()) / static_cast<double>(places.size() - 1);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (!(std::abs(places[i] - places.front() - spacing * static_cast<double>(i)) <= step))
      return 0;
  return spacing > 0 ? spacing : 0;
}

Axis axis_of(char name, const std::vector<double> &places, double step) {
  const double spacing = even_spacing(places, step);
  return {name, static_cast<std::int64_t>(places.size()), spacing,
          spacing > 0 ? places.front() : 0};
}

float positive(float value) { return std::isfinite(value) && value > 0 ? value : 0; }

void refuse_falling(const Traces &traces, const char *name, float spacing) {
  if (spacing < 0)
    throw FileError(
        fmt::format("'{}' has the spacing {} = {:g}: it must be positive, and the values in that "
                    "order",
                    traces.path, name, spacing));
}

}  // namespace

Grid grid_of(Traces traces) {
  const TraceHeader first = traces.headers.front();
  Grid grid;
  grid.quantity = traces.quantity;
  grid.unit = traces.unit;
  grid.length_unit = traces.length_unit;
  const ColumnsOfTraces columns = place_columns(traces);
  if (columns.y.size() > 1) grid.axes.push_back(axis_of('y', columns.y, traces.step_xy));
  grid.axes.push_back(axis_of('x', columns.x, traces.step_xy));
  Axis &across = grid.axes.back();
  refuse_falling(traces, "d1", first.d1);
  refuse_falling(traces, "d2", first.d2);
  if (positive(first.d2) > 0) {
    const double stated = across.spacing;
    if (stated > 0 && std::abs(stated - double{first.d2}) > 0.01 * stated)
      throw FileError(fmt::format(
          "'{}' has columns {:g} m apart by their places (byte {}), and d2 = {:g} (byte 189): "
          "correct one of them",
          traces.path, stated, columns.byte, first.d2));
    across.spacing = first.d2;
    if (stated == 0 || first.f2 != 0) across.origin = std::isfinite(first.f2) ? first.f2 : 0;
  }
  const double metre = traces.length_unit == "ft" ? 0.3048 : 1,
               down = positive(first.d1) > 0 ? double{first.d1} : traces.interval / 1e3 * metre;
  grid.axes.push_back({'z', traces.samples, down, std::isfinite(first.f1) ? first.f1 : 0});
  grid.values = std::move(traces.values);
  grid.notes = std::move(traces.notes);
  return grid;
}

Traces traces_of(const Grid &given, const std::string &path, bool su) {
  const Grid grid = in_order(given, "yxz");
  if (grid.axes.back().name != 'z')
    throw FileError(fmt::format("'{}' holds traces along z, but the grid has no z axis", path));
  const Axis one{'?', 1, 0, 0}, z = grid.axes.back();
  Axis x = one, y = one;
  for (const Axis &axis : grid.axes) {
    if (axis.name == 'x') x = axis;
    if (axis.name == 'y') y = axis;
  }
  const double thousandths = z.spacing * 1e3;
  double interval = std::round(thousandths);
  if (!(z.spacing >= 0))
    throw FileError(fmt::format("'{}' cannot hold a depth step of {:g} m", path, z.spacing));
  if (interval > most_interval || std::abs(thousandths - interval) > 1e-6 * interval) {
    if (!su)
      throw FileError(
          fmt::format("'{}' cannot hold a depth step of {:g} m: its headers hold whole thousandths "
                      "of a metre, at most {}. Write .su, .vti, .rsf or .npy",
                      path, z.spacing, most_interval));
    interval = 0;  // SU has the step as a float besides
  }
  if (z.cells > most_samples)
    throw FileError(fmt::format("'{}' cannot hold columns of {} cells: its headers hold at most {}",
                                path, z.cells, most_samples));
  Traces traces;
  traces.model = true;
  traces.samples = static_cast<int>(z.cells);
  traces.interval = static_cast<int>(interval);
  traces.quantity = grid.quantity;
  traces.unit = grid.unit;
  for (std::int64_t iy = 0; iy < y.cells; ++iy)
    for (std::int64_t ix = 0; ix < x.cells; ++ix) {
      TraceHeader header;
      header.receiver = {place(x, ix), place(y, iy), 0};
      header.source = header.receiver;
      header.d1 = static_cast<float>(z.spacing);
      header.f1 = static_cast<float>(z.origin);
      header.d2 = static_cast<float>(x.spacing);
      header.f2 = static_cast<float>(x.origin);
      traces.headers.push_back(header);
    }
  traces.values = grid.values;
  return traces;
}

}  // namespace ladder
