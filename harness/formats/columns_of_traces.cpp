#include "harness/formats/columns_of_traces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "harness/base/error.h"

namespace ladder {
namespace {

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

}  // namespace

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

}  // namespace ladder
