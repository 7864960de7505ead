#include "harness/seismic/source_places.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/base/read_file.h"

namespace ladder {
namespace {

constexpr std::uint64_t most_bytes = 1 << 26;
constexpr double most_sources = 100000;

std::vector<Position> from_list(const std::string &path) {
  std::istringstream lines(read_file(path, most_bytes));
  std::string line;
  std::vector<Position> places;
  for (int number = 1; std::getline(lines, line); ++number) {
    bool whole = true;
    const auto n = numbers_of_line(line, whole);
    if (whole && n.empty()) continue;
    if (!whole || n.size() != 2)
      throw FileError(fmt::format("{}:{}: expected x z in metres, found '{}'", path, number,
                                  line.substr(0, 60)));
    places.push_back({n[0], 0, n[1]});
  }
  if (places.empty()) throw FileError(fmt::format("'{}' lists no source", path));
  return places;
}

}  // namespace

std::vector<Position> source_places(const std::string &asked) {
  if (asked.find(':') == std::string::npos) return from_list(asked);
  const auto comma = asked.find(',');
  const auto along = numbers_between(asked.substr(0, comma), ':'),
             deep = comma == std::string::npos ? std::vector<double>{0}
                                               : numbers_between(asked.substr(comma + 1), ',');
  if (along.size() != 3 || deep.size() != 1 || !(along[2] > 0) || along[1] < along[0])
    throw UsageError(fmt::format(
        "--sources={}: expected FIRST:LAST:STEP or FIRST:LAST:STEP,Z in metres, such as "
        "1000:12000:500,20, or a file with x z a line",
        asked));
  // A LAST that a step meets but for rounding is included.
  const double steps = std::floor((along[1] - along[0]) / along[2] + 1e-9);
  if (steps >= most_sources)
    throw UsageError(fmt::format("--sources={}: these are {:g} sources, and {:g} are shot at most",
                                 asked, steps + 1, most_sources));
  std::vector<Position> places;
  for (int i = 0; i <= static_cast<int>(steps); ++i)
    places.push_back({along[0] + i * along[2], 0, deep[0]});
  return places;
}

}  // namespace ladder
