// Velocities as text: a cell a line with its place (x z velocity, or x y z velocity), or a table of
// velocities alone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <sstream>

#include "harness/base/numbers.h"
#include "harness/base/read_file.h"
#include "harness/formats/ending.h"
#include "harness/formats/grid_files.h"

namespace ladder {
namespace {

constexpr double least_even = 1e-3;  // of a spacing: what text may round a place by

// The table of numbers that a text is, and what its comments and its first line call the columns.
struct Columns {
  std::string path;
  std::size_t width = 0;        // numbers a line
  std::vector<double> numbers;  // line after line
  std::vector<int> lines;       // their numbers in the file
  // Of the last line without numbers before the first with numbers.
  std::vector<std::string> headings;

  FileError broken(const std::string &why) const {
    return unusable_grid(path, ending_of(path), why);
  }
};

std::vector<std::string> words_of_heading(std::string line) {
  for (char &c : line)
    c = std::isalnum(static_cast<unsigned char>(c))
            ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
            : ' ';
  std::istringstream words(line);
  std::vector<std::string> found;
  for (std::string word; words >> word;) found.push_back(word);
  return found;
}

// The beginning of a line, as a message can hold it: the file may not be text at all.
std::string beginning_of(std::string line) {
  line.resize(std::min<std::size_t>(line.size(), 60));
  for (char &c : line)
    if (c < ' ' || c > '~') c = '?';
  return line;
}

bool is_comment(const std::string &line) {
  const auto first = line.find_first_not_of(" \t\r");
  return first == std::string::npos || std::string("#%!").find(line[first]) != std::string::npos;
}

Columns read_table(const std::string &path) {
  Columns table;
  table.path = path;
  std::istringstream text(read_file(path));
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    std::replace(line.begin(), line.end(), ';', ',');
    bool whole = true;
    const auto n = is_comment(line) ? std::vector<double>{} : numbers_of_line(line, whole);
    const bool heading = is_comment(line) || (!whole && n.empty() && table.numbers.empty());
    if (heading) {
      if (table.numbers.empty() && !words_of_heading(line).empty())
        table.headings = words_of_heading(line);
      continue;
    }
    if (!whole)
      throw table.broken(
          fmt::format("line {} is not a line of finite numbers: '{}'", number, beginning_of(line)));
    if (table.width == 0) table.width = n.size();
    if (n.size() != table.width)
      throw table.broken(fmt::format("line {} has {} numbers, but the lines before it have {}",
                                     number, n.size(), table.width));
    table.numbers.insert(table.numbers.end(), n.begin(), n.end());
    table.lines.push_back(number);
  }
  if (table.lines.empty()) throw table.broken("it has no line of numbers");
  return table;
}

char axis_of_heading(const std::string &word) {
  if (word == "z" || word == "depth") return 'z';
  if (word == "x" || word == "distance" || word == "easting") return 'x';
  return word == "y" || word == "northing" ? 'y' : '?';
}

// What each column is: x, y, z, or '?', the velocity, which is one of them.
std::string meaning_of(const Columns &table) {
  const std::string usual = table.width == 4 ? "xyz?" : "xz?";
  if (table.headings.size() != table.width) return usual;
  std::string named;
  for (const auto &word : table.headings) named += axis_of_heading(word);
  std::string sorted = named, wanted = usual;
  std::ranges::sort(sorted);
  std::ranges::sort(wanted);
  return sorted == wanted ? named : usual;
}

// The places along an axis, each once, from the first to the last.
std::vector<double> places_along(const Columns &table, std::size_t column, char name) {
  std::vector<double> places;
  for (std::size_t i = column; i < table.numbers.size(); i += table.width)
    places.push_back(table.numbers[i]);
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  if (name == 'z' && places.front() < 0)
    throw table.broken(
        fmt::format("its z values go from {:g} to {:g}: depths count downwards from the top, so "
                    "change their sign",
                    places.front(), places.back()));
  const double step =
      places.size() > 1 ? (places.back() - places.front()) / double(places.size() - 1) : 0;
  if (!std::isfinite(step)) throw table.broken(fmt::format("its {} are out of range", name));
  for (std::size_t i = 0; i < places.size(); ++i)
    if (std::abs(places[i] - places.front() - step * double(i)) > least_even * step)
      throw table.broken(fmt::format(
          "its {} are not evenly spaced: {:g} is followed by {:g}, where the mean step is {:g}. "
          "Lines of three or four numbers are taken as x z velocity or x y z velocity",
          name, places[i == 0 ? 0 : i - 1], places[i], step));
  return places;
}

std::size_t number_in(const std::vector<double> &places, double place) {
  return static_cast<std::size_t>(std::ranges::lower_bound(places, place) - places.begin());
}

Grid grid_of_places(const Columns &table) {
  const std::string meaning = meaning_of(table);
  Grid grid;
  std::vector<std::size_t> columns;  // of the axes, slowest first
  std::vector<std::vector<double>> places;
  for (const char name : std::string("yxz")) {
    const auto column = meaning.find(name);
    if (column == std::string::npos) continue;
    places.push_back(places_along(table, column, name));
    columns.push_back(column);
    const auto &own = places.back();
    const double step = own.size() > 1 ? (own.back() - own.front()) / double(own.size() - 1) : 0;
    grid.axes.push_back({name, static_cast<std::int64_t>(own.size()), step, own.front()});
  }
  if (cells_up_to(grid.axes, table.lines.size()) != table.lines.size())
    throw table.broken(
        fmt::format("its positions form a grid of {} cells, but it has {} lines of numbers: every "
                    "cell needs one line",
                    sizes_of(grid), table.lines.size()));
  grid.values.assign(table.lines.size(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t line = 0; line < table.lines.size(); ++line) {
    const double *row = table.numbers.data() + line * table.width;
    std::size_t at = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
      at = at * places[i].size() + number_in(places[i], row[columns[i]]);
    if (!std::isnan(grid.values[at]))
      throw table.broken(
          fmt::format("line {} repeats the position of an earlier line", table.lines[line]));
    grid.values[at] = static_cast<float>(row[meaning.find('?')]);
  }
  return grid;
}

}  // namespace

Grid read_columns(const std::string &path) {
  const Columns table = read_table(path);
  if (table.width == 3 || table.width == 4) return grid_of_places(table);
  Grid grid;
  const auto lines = static_cast<std::int64_t>(table.lines.size());
  grid.axes.push_back({'?', lines, 0, 0});
  if (table.width > 1) grid.axes.push_back({'?', static_cast<std::int64_t>(table.width), 0, 0});
  grid.values.assign(table.numbers.begin(), table.numbers.end());
  return grid;
}

}  // namespace ladder
