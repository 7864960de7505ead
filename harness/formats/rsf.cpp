// Grids as Madagascar's RSF and SEPlib's .H.
#include <fmt/format.h>

#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"
#include "harness/formats/rsf_file.h"

namespace ladder {
namespace {

bool is_time(const std::string &label) {
  const std::string small = lower(label);
  return small == "t" || small.starts_with("time");
}

// "km" of the label "Depth (km)"; empty: it has none.
std::string unit_of_label(const std::string &label) {
  const auto open = label.find_first_of("([");
  if (open == std::string::npos) return "";
  return label.substr(open + 1, label.find_first_of(")]", open) - open - 1);
}

// The unit of an axis or of the values, as `unit` and the brackets of `label` state it.
std::string unit_of(const RsfHeader &header, const std::string &number) {
  const std::string stated = header.word("unit" + number), label = header.word("label" + number),
                    own = unit_of_label(label);
  const auto same = [](const std::string &a, const std::string &b) {
    const auto one = velocity_unit(a), other = velocity_unit(b);
    return a == b || (one && other && one->name == std::string(other->name)) ||
           (!length_unit_of(a).empty() && length_unit_of(a) == length_unit_of(b));
  };
  // Brackets may hold anything else, such as a year.
  if (!metres_of(own) && !velocity_unit(own)) return stated;
  if (stated.empty() || own.empty() || same(stated, own)) return stated.empty() ? own : stated;
  throw header.broken(
      fmt::format("unit{0}={1}, and label{0}={2}: correct one of them", number, stated, label));
}

Axis axis_of_rsf(const RsfHeader &header, int i) {
  Axis axis;
  axis.cells = header.cells(i);
  const std::string label = header.word(fmt::format("label{}", i));
  axis.name = name_of_label(label.substr(0, label.find_first_of("([")));
  axis.unit = unit_of(header, fmt::format("{}", i));
  const double metres = metres_of(axis.unit);
  if (metres == 0 && axis.cells > 1)
    throw header.broken(
        fmt::format("unit{}={}: the axes of a grid must be in m, km or ft", i, axis.unit));
  if (axis.cells > 1 && is_time(label))
    throw header.broken(
        fmt::format("label{}={}: the axes of a grid must be places, not times", i, label));
  axis.spacing = header.number<double>(fmt::format("d{}", i), 0) * metres;
  axis.origin = header.number<double>(fmt::format("o{}", i), 0) * metres;
  if (axis.spacing < 0)
    throw header.broken(fmt::format("d{} is negative: the spacings of a grid must be positive", i));
  return axis;
}

// The unit of the axes' lengths; empty: the header states none.
std::string take_length_unit(const RsfHeader &header, std::vector<Axis> &axes) {
  std::string unit;
  for (const Axis &axis : axes)
    if (axis.cells > 1 && !axis.unit.empty()) unit = length_unit_of(axis.unit);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].cells > 1 && axes[i].unit.empty() && metres_of(unit) != 1 && axes[i].spacing != 0)
      throw header.broken(fmt::format("another axis is in {}, but unit{} is missing: add it", unit,
                                      axes.size() - i));
    axes[i].unit = "m";
  }
  return unit;
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
  grid.length_unit = take_length_unit(header, grid.axes);
  if (grid.axes.size() == 2 && grid.axes[0].cells == 1 && grid.axes[0].name == '?')
    grid.axes.erase(grid.axes.begin());
  grid.quantity = header.word("label");
  grid.unit = unit_of(header, "");
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
