#include "harness/seismic/shots/source_places.h"

#include <fmt/format.h>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/formats/place_list.h"

namespace ladder {
namespace {

std::vector<Position> from_list(const std::string &path) {
  std::vector<Position> places;
  for (const auto &one : read_lines_of_numbers(path, 2, "x z in metres"))
    places.push_back({one.numbers[0], 0, one.numbers[1]});
  if (places.empty()) throw FileError(fmt::format("'{}' lists no source", path));
  return places;
}

}  // namespace

std::vector<Position> source_places(const std::string &asked) {
  return is_line_of_places(asked) ? line_of_places(asked, fmt::format("--sources={}", asked))
                                  : from_list(asked);
}

}  // namespace ladder
