// Grids as Madagascar's RSF and SEPlib's .H.
#include <fmt/format.h>

#include "harness/formats/rsf_file.h"

namespace ladder {
namespace {

Axis axis_of_rsf(const RsfHeader &header, int i) {
  Axis axis;
  axis.cells = header.cells(i);
  axis.name = name_of_label(header.word(fmt::format("label{}", i)));
  const std::string unit = header.word(fmt::format("unit{}", i));
  const double metres = metres_of(unit);
  if (metres == 0 && axis.cells > 1)
    throw header.broken(
        fmt::format("unit{}={}: the axes of a grid must be in m, km or ft", i, unit));
  axis.spacing = header.number<double>(fmt::format("d{}", i), 0) * metres;
  axis.origin = header.number<double>(fmt::format("o{}", i), 0) * metres;
  if (axis.spacing < 0)
    throw header.broken(fmt::format("d{} is negative: the spacings of a grid must be positive", i));
  return axis;
}

}  // namespace

Grid read_rsf(const std::string &path) {
  const RsfFile file(path);
  const RsfHeader &header = file.header();
  Grid grid;
  for (int i = 1; i <= most_rsf_axes; ++i) {
    const Axis axis = axis_of_rsf(header, i);
    // Beyond the second axis those of one cell are there for the count alone.
    if (i <= 2 || axis.cells > 1) grid.axes.insert(grid.axes.begin(), axis);
  }
  if (grid.axes.size() == 2 && grid.axes[0].cells == 1 && grid.axes[0].name == '?')
    grid.axes.erase(grid.axes.begin());
  grid.quantity = header.word("label");
  grid.unit = header.word("unit");
  for (const char *key : {"unit2", "unit1"})
    if (const std::string unit = header.word(key); !unit.empty()) grid.length_unit = unit;
  grid.values = file.values(grid.axes);
  return grid;
}

std::string rsf_bytes(const Grid &grid) {
  std::string header;
  const std::vector<char> names = names_of(grid);
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const std::size_t at = grid.axes.size() - 1 - i;  // the fastest comes first
    const Axis &axis = grid.axes[at];
    const char *place = names[at] == 'z' ? "Depth" : names[at] == 'x' ? "X" : "Y";
    header += fmt::format("n{0}={1} o{0}={2} label{0}=\"{3}\" unit{0}=\"{4}\"", i + 1, axis.cells,
                          axis.origin, axis.label.empty() ? place : axis.label, axis.unit);
    if (axis.spacing > 0) header += fmt::format(" d{}={}", i + 1, axis.spacing);
    header += '\n';
  }
  if (!grid.quantity.empty()) header += fmt::format("label=\"{}\"\n", rsf_plain(grid.quantity));
  if (!grid.unit.empty()) header += fmt::format("unit=\"{}\"\n", rsf_plain(grid.unit));
  return rsf_whole(header, grid.values);
}

}  // namespace ladder
