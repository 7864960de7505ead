// A model as traces: a trace is a column, its samples go down.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "harness/base/error.h"
#include "harness/formats/grid.h"
#include "harness/formats/traces.h"

namespace ladder {
namespace {

struct ColumnsOfTraces {
  std::vector<double> x, y;  // [m] of the columns of a line, and of the lines
  int byte = 0;              // of the trace header where the places are; 0: they are nowhere
};

using Places = std::vector<Position>;

struct Found {
  int byte = 0;
  Places places;
};

bool vary(const Places &places) {
  return std::ranges::any_of(
      places, [&](const Position &p) { return p.x != places[0].x || p.y != places[0].y; });
}

// Of the receivers, or where all of them have one place, of the midpoints, or of the sources.
Found places_of(const Traces &traces) {
  for (const auto &[byte, place] :
       {std::pair{81, &TraceHeader::receiver}, std::pair{181, &TraceHeader::midpoint},
        std::pair{73, &TraceHeader::source}}) {
    Found found{byte, {}};
    for (const TraceHeader &header : traces.headers) found.places.push_back(header.*place);
    if (vary(found.places)) return found;
  }
  return {};
}

void put_in_order(Traces &traces, const std::vector<std::size_t> &order) {
  if (std::ranges::is_sorted(order)) return;
  const auto samples = static_cast<std::ptrdiff_t>(traces.samples);
  std::vector<TraceHeader> headers;
  std::vector<float> values;
  values.reserve(traces.values.size());
  for (const std::size_t i : order) {
    headers.push_back(traces.headers[i]);
    const auto first = traces.values.begin() + static_cast<std::ptrdiff_t>(i) * samples;
    values.insert(values.end(), first, first + samples);
  }
  traces.headers = std::move(headers);
  traces.values = std::move(values);
}

// Distances along the straight line through all places; nothing where they are off it by more than
// `step`.
std::vector<double> along_line(const Places &sorted, double step) {
  const Position &a = sorted.front(), &b = sorted.back();
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  std::vector<double> distances;
  for (const Position &p : sorted) {
    const double dx = p.x - a.x, dy = p.y - a.y;
    if (std::abs(dx * (b.y - a.y) - dy * (b.x - a.x)) > 2 * step * length) return {};
    distances.push_back((dx * (b.x - a.x) + dy * (b.y - a.y)) / length);
  }
  return distances;
}

// Brings the traces into the order of their places, x fastest. Traces without places stay in the
// order of the file, and so do those whose places form neither a line nor a grid, which a note
// says. Throws FileError where two are at one place.
ColumnsOfTraces place_columns(Traces &traces) {
  const std::size_t all = traces.headers.size();
  ColumnsOfTraces columns;
  const Found found = places_of(traces);
  if (found.byte == 0) {
    columns.x.assign(all, traces.headers[0].receiver.x);
    columns.y = {traces.headers[0].receiver.y};
    return columns;
  }
  columns.byte = found.byte;
  std::vector<std::size_t> order(all);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    return std::pair{found.places[i].y, found.places[i].x};
  });
  Places sorted;
  for (const std::size_t i : order) sorted.push_back(found.places[i]);
  std::set<double> x, y;
  for (std::size_t i = 0; i < all; ++i) {
    x.insert(sorted[i].x);
    y.insert(sorted[i].y);
    if (i > 0 && sorted[i].x == sorted[i - 1].x && sorted[i].y == sorted[i - 1].y)
      throw FileError(fmt::format(
          "traces {} and {} of '{}' are at one place, x = {:g} m and y = {:g} m (byte "
          "{}): a model needs one trace for each of its columns",
          order[i - 1] + 1, order[i] + 1, traces.path, sorted[i].x, sorted[i].y, found.byte));
  }
  // Places are distinct, so as many as a grid has are all of it.
  if (x.size() * y.size() == all) {
    columns.x.assign(x.begin(), x.end());
    columns.y.assign(y.begin(), y.end());
    // Traces across y alone are one line too.
    if (columns.x.size() == 1) columns.x.swap(columns.y);
  } else if (auto line = along_line(sorted, traces.step_xy); !line.empty()) {
    columns.x = std::move(line);
    columns.y = {0};
  } else {
    traces.notes.push_back(
        fmt::format("columns: taken in the order of the file, since their places (byte {}) form "
                    "neither a straight line nor a grid along x and y",
                    found.byte));
    columns.x.assign(all, 0);
    columns.y = {0};
    return columns;
  }
  if (!std::ranges::is_sorted(order))
    traces.notes.push_back(
        fmt::format("columns: brought into the order of their places (byte {})", found.byte));
  put_in_order(traces, order);
  return columns;
}

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
