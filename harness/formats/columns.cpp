// Velocities as text: a cell a line with its place (x z velocity, or x y z velocity), or a table of
// velocities alone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"
#include "harness/formats/rsf_file.h"
#include "harness/formats/text_table.h"

namespace ladder {
namespace {

constexpr double least_even = 1e-3;  // of a spacing: what text may round a place by

// What a list of places is made of: a letter for each column, x, y, z or v, the velocity; '-' is
// left out.
struct Meaning {
  std::string columns;
  std::vector<std::string> units;  // of each column
};

struct Columns {
  std::string path;
  TextTable table;
  Meaning meaning;  // empty: a table of velocities alone
  std::vector<std::string> notes;

  FileError broken(const std::string &why) const {
    return unusable_grid(path, ending_of(path), why);
  }
};

// '?': no word that is known.
char meaning_of_word(const std::string &word) {
  const auto is_one_of = [&](std::initializer_list<const char *> words) {
    return std::ranges::find(words, word) != words.end();
  };
  if (is_one_of({"z", "depth", "tvd", "tvdss"})) return 'z';
  if (is_one_of({"x", "distance", "easting"})) return 'x';
  if (is_one_of({"y", "northing"})) return 'y';
  if (is_one_of({"elevation", "elev", "altitude", "height"})) return '^';
  if (is_one_of({"v", "vp", "vel", "velocity", "pvelocity", "pwavevelocity", "c", "speed"}))
    return 'v';
  return '?';
}

// What a line above the numbers says of the columns; nothing where it names none of the axes.
// Throws FileError where it names some, and what the other columns are is open.
std::optional<Meaning> meaning_of(const Columns &text, const TextHeading &heading) {
  // "columns: depth x vp" names them in its last words.
  if (heading.columns.size() < text.table.width) return std::nullopt;
  Meaning meaning;
  const auto first = heading.columns.end() - static_cast<std::ptrdiff_t>(text.table.width);
  for (auto column = first; column != heading.columns.end(); ++column) {
    meaning.columns += meaning_of_word(column->name);
    meaning.units.push_back(column->unit);
  }
  const auto count = [&](char c) { return std::ranges::count(meaning.columns, c); };
  if (count('x') + count('y') + count('z') + count('^') == 0) return std::nullopt;
  if (heading.columns.size() > text.table.width && count('?') > 0) return std::nullopt;
  if (count('^') > 0)
    throw text.broken(fmt::format(
        "its heading '{}' names elevations: depths count downwards from the top, so change their "
        "sign, and the name to depth",
        heading.text));
  if (count('v') == 0 && count('?') == 1) std::ranges::replace(meaning.columns, '?', 'v');
  if (count('x') != 1 || count('z') != 1 || count('y') > 1 || count('v') != 1)
    throw text.broken(
        fmt::format("its heading '{}' does not say which columns are x, z and the velocity: name "
                    "them so, such as depth,x,vp",
                    heading.text));
  std::ranges::replace(meaning.columns, '?', '-');
  return meaning;
}

Columns read_named_columns(const std::string &path) {
  Columns text{path, read_text_table(path), {}, {}};
  const auto &headings = text.table.headings;
  for (auto heading = headings.rbegin(); heading != headings.rend(); ++heading)
    if (const auto meaning = meaning_of(text, *heading)) {
      text.meaning = *meaning;
      if (meaning->columns.find('-') != std::string::npos)
        text.notes.push_back(fmt::format("columns: {} of the heading '{}', - is left out",
                                         fmt::join(meaning->columns, " "), heading->text));
      return text;
    }
  const std::size_t width = text.table.width;
  if (width == 3 || width == 4)
    text.meaning = {width == 4 ? "xyzv" : "xzv", std::vector<std::string>(width)};
  if (!headings.empty())
    text.notes.push_back(fmt::format("columns: taken as {}; the heading is '{}'",
                                     width == 3   ? "x z velocity"
                                     : width == 4 ? "x y z velocity"
                                                  : "a table of velocities",
                                     headings.back().text));
  return text;
}

// The one unit of the file's places; empty: it states none.
std::string unit_of_places(const Columns &text) {
  std::string unit;
  for (std::size_t i = 0; i < text.meaning.columns.size(); ++i) {
    const std::string &own = text.meaning.units[i];
    if (own.empty() || std::string("xyz").find(text.meaning.columns[i]) == std::string::npos)
      continue;
    const std::string plain = length_unit_of(own);
    if (plain.empty() || (!unit.empty() && plain != unit))
      throw text.broken(fmt::format("its {} are in '{}'{}: places are read in one of m, km and ft",
                                    text.meaning.columns[i], own,
                                    unit.empty() ? "" : fmt::format(", and others in {}", unit)));
    unit = plain;
  }
  return unit;
}

// The places along an axis, each once, from the first to the last.
std::vector<double> places_along(const Columns &text, std::size_t column, char name) {
  std::vector<double> places;
  for (std::size_t line = 0; line < text.table.lines.size(); ++line) {
    places.push_back(text.table.numbers[line * text.table.width + column]);
    if (!std::isfinite(places.back()))
      throw text.broken(
          fmt::format("line {} has the {} {}", text.table.lines[line], name, places.back()));
  }
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  if (name == 'z' && places.front() < 0)
    throw text.broken(
        fmt::format("its z values go from {:g} to {:g}: depths count downwards from the top, so "
                    "change their sign",
                    places.front(), places.back()));
  const double step =
      places.size() > 1 ? (places.back() - places.front()) / double(places.size() - 1) : 0;
  if (!std::isfinite(step)) throw text.broken(fmt::format("its {} are out of range", name));
  for (std::size_t i = 0; i < places.size(); ++i)
    if (std::abs(places[i] - places.front() - step * double(i)) > least_even * step)
      throw text.broken(fmt::format(
          "its {} are not evenly spaced: {:g} is followed by {:g}, where the mean step is {:g}. "
          "Lines of three or four numbers are taken as x z velocity or x y z velocity",
          name, places[i == 0 ? 0 : i - 1], places[i], step));
  return places;
}

std::size_t number_in(const std::vector<double> &places, double place) {
  return static_cast<std::size_t>(std::ranges::lower_bound(places, place) - places.begin());
}

Grid grid_of_places(const Columns &text) {
  const std::string &meaning = text.meaning.columns;
  const TextTable &table = text.table;
  Grid grid;
  grid.length_unit = unit_of_places(text);
  const double metre = metres_of(grid.length_unit);
  const std::size_t velocity = meaning.find('v');
  grid.unit = text.meaning.units[velocity];
  std::vector<std::size_t> columns;  // of the axes, slowest first
  std::vector<std::vector<double>> places;
  for (const char name : std::string("yxz")) {
    const auto column = meaning.find(name);
    if (column == std::string::npos) continue;
    places.push_back(places_along(text, column, name));
    columns.push_back(column);
    const auto &own = places.back();
    const double step = own.size() > 1 ? (own.back() - own.front()) / double(own.size() - 1) : 0;
    grid.axes.push_back(
        {name, static_cast<std::int64_t>(own.size()), step * metre, own.front() * metre});
  }
  if (cells_up_to(grid.axes, table.lines.size()) != table.lines.size())
    throw text.broken(
        fmt::format("its positions form a grid of {} cells, but it has {} lines of numbers: every "
                    "cell needs one line",
                    sizes_of(grid), table.lines.size()));
  grid.values.resize(table.lines.size());
  std::vector<bool> known(table.lines.size());
  for (std::size_t line = 0; line < table.lines.size(); ++line) {
    const double *row = table.numbers.data() + line * table.width;
    std::size_t at = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
      at = at * places[i].size() + number_in(places[i], row[columns[i]]);
    if (known[at])
      throw text.broken(
          fmt::format("line {} repeats the position of an earlier line", table.lines[line]));
    known[at] = true;
    grid.values[at] = static_cast<float>(row[velocity]);
  }
  return grid;
}

}  // namespace

Grid read_columns(const std::string &path) {
  const Columns text = read_named_columns(path);
  const TextTable &table = text.table;
  Grid grid;
  if (!text.meaning.columns.empty()) {
    grid = grid_of_places(text);
  } else {
    const auto lines = static_cast<std::int64_t>(table.lines.size()),
               width = static_cast<std::int64_t>(table.width);
    grid.axes.push_back({'?', lines, 0, 0});
    if (width > 1) grid.axes.push_back({'?', width, 0, 0});
    grid.values.assign(table.numbers.begin(), table.numbers.end());
  }
  grid.notes = text.notes;
  return grid;
}

}  // namespace ladder
