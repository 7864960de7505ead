#include "harness/seismic/shots/source_places.h"

#include <fmt/format.h>

#include <sstream>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/base/read_file.h"
#include "harness/formats/place_list.h"

namespace ladder {
namespace {

constexpr std::uint64_t most_bytes = 1 << 26;

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
  return is_line_of_places(asked) ? line_of_places(asked, fmt::format("--sources={}", asked))
                                  : from_list(asked);
}

}  // namespace ladder
