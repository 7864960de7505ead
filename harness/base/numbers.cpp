#include "harness/base/numbers.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/files.h"

namespace ladder {
namespace {

constexpr std::uint64_t most_bytes_of_numbers = 1 << 26;

// One number at `at`, which is moved behind it; false: none, or not finite.
bool take(const char *&at, const char *end, double &value) {
  const auto [next, problem] = std::from_chars(at, end, value);
  at = next;
  return problem == std::errc() && std::isfinite(value);
}

}  // namespace

std::vector<double> numbers_between(const std::string &text, char separator) {
  std::vector<double> found;
  const char *at = text.data(), *end = at + text.size();
  for (;; ++at) {
    double value = 0;
    if (!take(at, end, value)) return {};
    found.push_back(value);
    if (at == end) return found;
    if (*at != separator) return {};
  }
}

std::vector<double> numbers_of_line(const std::string &line, bool &whole) {
  const std::string text = line.substr(0, line.find('#'));
  std::vector<double> found;
  const char *at = text.data(), *end = at + text.size();
  whole = true;
  for (;;) {
    while (at != end && (*at == ' ' || *at == '\t' || *at == ',' || *at == '\r')) ++at;
    if (at == end) return found;
    double value = 0;
    if (!take(at, end, value)) {
      whole = false;
      return found;
    }
    found.push_back(value);
  }
}

std::vector<LineOfNumbers> read_lines_of_numbers(const std::string &path, std::size_t count,
                                                 const std::string &expected) {
  std::istringstream text(read_file(path, most_bytes_of_numbers));
  std::string line;
  std::vector<LineOfNumbers> found;
  for (int number = 1; std::getline(text, line); ++number) {
    bool whole = true;
    const auto n = numbers_of_line(line, whole);
    if (whole && n.empty()) continue;
    if (!whole || n.size() != count)
      throw FileError(fmt::format("{}:{}: expected {}, found '{}'", path, number, expected,
                                  line.substr(0, 60)));
    found.push_back({number, n});
  }
  return found;
}

std::vector<int> sizes_of_text(const std::string &option, const std::string &text) {
  std::vector<int> sizes;
  std::istringstream all(text + "x");
  for (std::string part; std::getline(all, part, 'x');) {
    int cells = 0;
    if (!is_number(part, cells) || cells < 1 || cells > most_cells_along)
      throw UsageError(fmt::format("{}={}: expected whole numbers of cells from 1 to {}", option,
                                   text, most_cells_along));
    sizes.push_back(cells);
  }
  return sizes;
}

std::vector<int> grid_of_text(const std::string &text, std::size_t axes) {
  std::vector<int> cells = sizes_of_text("--grid", text);
  if (cells.size() == 1) cells.resize(axes, cells[0]);
  if (cells.size() != axes)
    throw UsageError(fmt::format("--grid={}: expected {}", text,
                                 axes == 3   ? "ZxXxY such as 384x512x256, or one number for all"
                                 : axes == 2 ? "ZxX such as 301x775, or one number for all"
                                             : "one number: the case has one axis"));
  return cells;
}

double cut_to_digits(double value, int digits) {
  const double digit = std::pow(10, std::floor(std::log10(value)) - (digits - 1));
  return digit < 1 ? std::floor(value / digit) / std::round(1 / digit)
                   : std::floor(value / digit) * digit;
}

double moved_place(double metres, double spacing, int cells, int old_cells) {
  if (old_cells < 2 || spacing <= 0) return 0;
  return spacing * std::round(metres / spacing * (cells - 1) / (old_cells - 1));
}

int stretched_count(int count, int cells, int old_cells) {
  return static_cast<int>(std::lround(double(count) * cells / old_cells));
}

}  // namespace ladder
