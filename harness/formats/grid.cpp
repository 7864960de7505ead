#include "harness/formats/grid.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "harness/formats/byte_order.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/new_file.h"
#include "harness/formats/traces.h"

namespace ladder {
namespace {

const std::map<std::string, std::function<Grid(const std::string &)>> readers = {
    {".npy", read_npy},
    {".rsf", read_rsf},
    {".h", read_rsf},  // of SEPlib: .H
    {".vti", read_vti},
    {".sgy", [](const std::string &path) { return grid_of(read_segy(path)); }},
    {".segy", [](const std::string &path) { return grid_of(read_segy(path)); }},
    {".su", [](const std::string &path) { return grid_of(read_su(path)); }},
    {".h5", read_hdf5},
    {".hdf5", read_hdf5},
    {".txt", read_columns},
    {".csv", read_columns},
    {".xyz", read_columns},
    {".asc", read_columns},
};

const std::map<std::string, std::function<std::string(const Grid &)>> writers = {
    {".npy", npy_bytes}, {".rsf", rsf_bytes}, {".vti", vti_bytes},
    {".f32", raw_bytes}, {".raw", raw_bytes},
};

constexpr double slowest = 1400, fastest = 9000;  // [m/s] from water to the upper mantle
constexpr double foot = 0.3048;                   // [m]

const std::vector<VelocityUnit> known = {
    {"m/s", [](double v) { return v; }, slowest, fastest},
    {"km/s", [](double v) { return 1000 * v; }, slowest / 1000, fastest / 1000},
    {"ft/s", [](double v) { return foot * v; }, slowest / foot, fastest / foot},
    {"s/m", [](double v) { return 1 / v; }, 1 / fastest, 1 / slowest},
    {"s/km", [](double v) { return 1000 / v; }, 1000 / fastest, 1000 / slowest},
    {"s2/m2", [](double v) { return 1 / std::sqrt(v); }, 1 / (fastest * fastest),
     1 / (slowest * slowest)},
    {"s2/km2", [](double v) { return 1000 / std::sqrt(v); }, 1e6 / (fastest * fastest),
     1e6 / (slowest * slowest)},
};

void replace_all(std::string &text, const std::string &from, const std::string &to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

}  // namespace

FileError unusable_grid(const std::string &path, const std::string &kind, const std::string &why) {
  return FileError(fmt::format("'{}' is not a usable {} file: {}", path, kind, why));
}

std::uint64_t cells_up_to(const std::vector<Axis> &axes, std::uint64_t most) {
  std::uint64_t count = 1;
  for (const Axis &axis : axes) {
    const auto n = static_cast<std::uint64_t>(axis.cells);
    if (n != 0 && count > most / n) return most + 1;
    count *= n;
  }
  return count;
}

char name_of_label(std::string label) {
  label = lower(label);
  const auto begins = [&](std::initializer_list<const char *> words) {
    for (const char *word : words)
      if (label.starts_with(word)) return true;
    return false;
  };
  if (label == "z" || begins({"depth", "z "})) return 'z';
  if (label == "x" || begins({"x ", "distance", "lateral", "position", "inline"})) return 'x';
  if (label == "y" || begins({"y ", "crossline", "cross-line"})) return 'y';
  return '?';
}

std::vector<char> names_of(const Grid &grid) {
  std::vector<char> names;
  std::string open = "yxz";  // those that no axis has, the fastest last
  for (const Axis &axis : grid.axes) {
    names.push_back(axis.name);
    std::erase(open, axis.name);
  }
  for (std::size_t i = names.size(); i-- > 0;)
    if (names[i] == '?' && !open.empty()) {
      names[i] = open.back();
      open.pop_back();
    }
  return names;
}

Grid with_axes(const Grid &grid, const std::vector<std::size_t> &from) {
  std::vector<std::uint64_t> stride(grid.axes.size(), 1);  // of each axis of `grid`
  for (std::size_t i = grid.axes.size(); i-- > 1;)
    stride[i - 1] = stride[i] * static_cast<std::uint64_t>(grid.axes[i].cells);
  Grid turned{{}, {}, grid.quantity, grid.unit, grid.length_unit, grid.notes};
  for (const std::size_t i : from) turned.axes.push_back(grid.axes[i]);
  turned.values.reserve(grid.values.size());
  std::vector<std::int64_t> at(from.size(), 0);
  std::uint64_t here = 0;  // in `grid`
  while (turned.values.size() < grid.values.size()) {
    turned.values.push_back(grid.values[here]);
    for (std::size_t i = from.size(); i-- > 0;) {
      here += stride[from[i]];
      if (++at[i] < turned.axes[i].cells) break;
      here -= stride[from[i]] * static_cast<std::uint64_t>(at[i]);
      at[i] = 0;
    }
  }
  return turned;
}

Grid in_order(const Grid &grid, const std::string &wanted) {
  const std::vector<char> names = names_of(grid);
  std::vector<std::size_t> from;
  for (char name : wanted)
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) from.push_back(i);
  if (from.size() != names.size())
    throw FileError(fmt::format("a grid with the axes '{}' cannot be reordered to '{}'",
                                std::string(names.begin(), names.end()), wanted));
  Grid turned = with_axes(grid, from);
  for (std::size_t i = 0; i < from.size(); ++i) turned.axes[i].name = names[from[i]];
  return turned;
}

std::string raw_bytes(const Grid &grid) {
  std::string bytes;
  bytes.reserve(4 * grid.values.size());
  for (float v : grid.values) append_little(bytes, v);
  return bytes;
}

std::string sizes_of(const Grid &grid) {
  std::string text;
  for (const Axis &axis : grid.axes)
    text += fmt::format("{}{}", text.empty() ? "" : " x ", axis.cells);
  return text;
}

bool is_grid_file(const std::string &path) {
  return readers.contains(ending_of(split_array(path).file));
}

Grid read_grid(const std::string &path) {
  const auto found = readers.find(ending_of(split_array(path).file));
  if (found == readers.end())
    throw FileError(
        fmt::format("'{}': the name of a grid must end in .npy, .rsf, .H, .vti, .sgy, .segy, .su, "
                    ".h5, .txt or .csv, which gives its format",
                    path));
  return found->second(path);
}

void write_grid(const std::string &path, const Grid &grid, bool overwrite) {
  if (grid.axes.empty() || grid.axes.size() > 3)
    throw FileError(fmt::format("'{}' cannot hold a grid of {} axes: 1 to 3 are written", path,
                                grid.axes.size()));
  for (const Axis &axis : grid.axes)
    if (axis.cells < 1) throw FileError(fmt::format("'{}' cannot hold an empty grid", path));
  if (cells_up_to(grid.axes, grid.values.size()) != grid.values.size())
    throw FileError(fmt::format("'{}' cannot hold {} values: the grid has another size", path,
                                grid.values.size()));
  const std::string ending = ending_of(path);
  if (ending == ".sgy" || ending == ".segy")
    return write_segy(path, traces_of(grid, path, false), overwrite);
  if (ending == ".su") return write_su(path, traces_of(grid, path, true), overwrite);
  const auto found = writers.find(ending);
  if (found == writers.end())
    throw FileError(
        fmt::format("'{}': the name of a grid must end in .npy, .rsf, .vti, .sgy, .segy, .su, .f32 "
                    "or .raw, which gives its format",
                    path));
  write_whole(path, found->second(grid), overwrite);
}

std::optional<VelocityUnit> velocity_unit(std::string_view text) {
  std::string plain;
  for (char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const auto &[from, to] : {std::pair{"²", "2"},
                                 {"^", ""},
                                 {"**", ""},
                                 {"sec", "s"},
                                 {"feet", "ft"},
                                 {"metres", "m"},
                                 {"meters", "m"}})
    replace_all(plain, from, to);
  for (const VelocityUnit &unit : known)
    if (plain == unit.name) return unit;
  return std::nullopt;
}

std::vector<std::string> names_of_velocity_units() {
  std::vector<std::string> names;
  for (const VelocityUnit &unit : known) names.push_back(unit.name);
  return names;
}

std::string velocity_units() {
  std::string names;
  for (const VelocityUnit &unit : known)
    names += (names.empty() ? "" : &unit == &known.back() ? " or " : ", ") + std::string(unit.name);
  return names;
}

std::vector<VelocityUnit> likely_units(double low, double high) {
  std::vector<VelocityUnit> likely;
  for (const VelocityUnit &unit : known)
    if (low >= unit.least && high <= unit.most) likely.push_back(unit);
  return likely;
}

}  // namespace ladder
