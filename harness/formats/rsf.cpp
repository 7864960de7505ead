// Grids and gathers as Madagascar's RSF and SEPlib's .H.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"
#include "harness/formats/new_file.h"
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

namespace fs = std::filesystem;
namespace {

// [m] of a length in the file: as it says, or as the caller does.
double metres(const RsfHeader &header, const std::string &key, const GatherOverrides &over) {
  const std::string unit = over.units.empty() ? header.word(key) : over.units;
  if (metres_of(unit) == 0)
    throw header.broken(fmt::format("{}={}: positions must be in m, km or ft", key, unit));
  return metres_of(unit);
}

double seconds(const RsfHeader &header) {
  const std::string unit = header.word("unit1");
  if (unit.empty() || unit == "s") return 1;
  if (unit == "ms") return 1e-3;
  throw header.broken(fmt::format("unit1={}: the time of a gather must be in s or ms", unit));
}

std::vector<Position> places_in(const std::string &path, const GatherOverrides &over) {
  const RsfFile file(path);
  const RsfHeader &header = file.header();
  const auto numbers = header.cells(1), count = header.cells(2);
  if (numbers != 2 && numbers != 3)
    throw header.broken(
        fmt::format("n1={}: expected 2 (x and z of each receiver) or 3 (x, y and z)", numbers));
  const auto values = file.values({{'?', count, 0, 0}, {'?', numbers, 0, 0}});
  const double metre = metres(header, "unit", over);
  std::vector<Position> places;
  for (auto at = values.begin(); at != values.end(); at += numbers)
    places.push_back({*at * metre, numbers == 3 ? at[1] * metre : 0, at[numbers - 1] * metre});
  return places;
}

// Where no file states them: along the second axis, if that is x.
std::vector<Position> places_along_axis(const RsfHeader &header, std::int64_t traces,
                                        const GatherOverrides &over) {
  const std::string label = lower(header.word("label2"));
  std::vector<Position> places(static_cast<std::size_t>(traces));
  if (label != "x" && !label.starts_with("x ") && !label.starts_with("receiver")) return places;
  const double metre = metres(header, "unit2", over), first = header.number<double>("o2", 0),
               step = header.number<double>("d2", 0);
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i].x = (first + step * static_cast<double>(i)) * metre;
  return places;
}

}  // namespace

std::string file_of_receivers(const std::string &path) { return sibling(path, "_rec.rsf"); }

Gather read_rsf_gather(const std::string &path, const GatherOverrides &over) {
  if (over.scalar || !over.elevations.empty() || over.shot || !over.format.empty())
    throw UsageError(fmt::format(
        "--gather-scalar, --gather-elevations, --gather-format and --shot are for the trace "
        "headers of .sgy and .su files, and '{}' has none: its depths count downwards, and it "
        "holds one shot",
        path));
  const RsfFile file(path);
  const RsfHeader &header = file.header();
  Gather gather;
  const std::int64_t samples = header.cells(1), traces = header.cells(2);
  for (int i = 3; i <= most_rsf_axes; ++i)
    if (header.cells(i) > 1)
      throw header.broken(fmt::format(
          "n{}={}: a gather has two axes, time and trace; `sfwindow n{}=1` takes one shot", i,
          header.cells(i), i));
  if (samples > INT32_MAX)
    throw header.broken(fmt::format("n1={}: {} samples are read", samples, INT32_MAX));
  gather.samples = static_cast<int>(samples);
  gather.values = file.values({{'?', traces, 0, 0}, {'?', samples, 0, 0}});
  gather.dt = over.dt > 0 ? over.dt : header.number<double>("d1", 0) * seconds(header);
  if (!(gather.dt > 0))
    throw header.broken("d1 does not give its sample interval: use --gather-dt");
  gather.start = header.number<double>("o1", 0) * seconds(header);
  const double metre = metres(header, "unit2", over);
  gather.source = {header.number<double>("sx", 0) * metre, header.number<double>("sy", 0) * metre,
                   header.number<double>("sz", 0) * metre};
  const std::string rec = header.word("rec");
  gather.receivers = rec.empty() ? places_along_axis(header, traces, over)
                                 : places_in((fs::path(path).parent_path() / rec).string(), over);
  if (gather.traces() != static_cast<std::size_t>(traces))
    throw header.broken(fmt::format("it has {} traces, but rec={} has the positions of {}", traces,
                                    rec, gather.traces()));
  gather.description = header.word("description");
  return gather;
}

std::vector<Position> read_rsf_places(const std::string &path) {
  const auto values_of_a_place = RsfFile(path).header().cells(1);
  return values_of_a_place == 2 || values_of_a_place == 3 ? places_in(path, {})
                                                          : read_rsf_gather(path, {}).receivers;
}

void write_rsf_gather(const std::string &path, const Gather &gather, bool overwrite) {
  refuse_unwritable_rsf(path, gather, overwrite);
  const bool deep = std::any_of(gather.receivers.begin(), gather.receivers.end(),
                                [](const Position &p) { return p.y != 0; });
  std::vector<float> places;
  for (const Position &p : gather.receivers) {
    places.push_back(static_cast<float>(p.x));
    if (deep) places.push_back(static_cast<float>(p.y));
    places.push_back(static_cast<float>(p.z));
  }
  const std::string rec = file_of_receivers(path);
  // The places first: a gather is never there without them.
  write_whole(rec,
              rsf_whole(fmt::format("n1={} label1=\"{}\"\nn2={} label2=\"Trace\"\nunit=\"m\"\n",
                                    deep ? 3 : 2, deep ? "x y z" : "x z", gather.traces()),
                        places),
              overwrite);
  const std::string header = fmt::format(
      "n1={} o1={} d1={} label1=\"Time\" unit1=\"s\"\nn2={} o2=1 d2=1 label2=\"Trace\"\n"
      "sx={} sy={} sz={} rec=\"{}\"\nlabel=\"Pressure\" description=\"{}\"\n",
      gather.samples, gather.start, gather.dt, gather.traces(), gather.source.x, gather.source.y,
      gather.source.z, rsf_plain(fs::path(rec).filename().string()), rsf_plain(gather.description));
  write_whole(path, rsf_whole(header, gather.values), overwrite);
}

void refuse_unwritable_rsf(const std::string &path, const Gather &gather, bool overwrite) {
  if (gather.receivers.empty() || gather.samples < 1)
    throw FileError(fmt::format(
        "'{}' cannot hold an empty gather: at least one trace of one sample is needed", path));
  // Written so that NaN is refused too.
  if (!(gather.dt > 0))
    throw FileError(fmt::format("'{}' cannot hold a sample interval of {:g} s: it must be positive",
                                path, gather.dt));
  std::error_code ignored;
  if (const std::string rec = file_of_receivers(path); !overwrite && fs::exists(rec, ignored))
    throw FileError(
        fmt::format("'{}', which holds the receiver positions of '{}', exists and is not replaced: "
                    "add --overwrite, or choose another name",
                    rec, path));
}

}  // namespace ladder
