#include "harness/formats/place_list.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/formats/ending.h"
#include "harness/formats/rsf_gather.h"
#include "harness/formats/traces.h"

namespace ladder {
namespace {

constexpr double most_places = 100000;

}  // namespace

bool is_line_of_places(const std::string &text) { return text.find(':') != std::string::npos; }

std::vector<Position> line_of_places(const std::string &text, const std::string &who) {
  const auto comma = text.find(',');
  const auto along = numbers_between(text.substr(0, comma), ':'),
             deep = comma == std::string::npos ? std::vector<double>{0}
                                               : numbers_between(text.substr(comma + 1), ',');
  if (along.size() != 3 || deep.size() != 1 || !(along[2] > 0) || along[1] < along[0])
    throw UsageError(fmt::format(
        "{}: expected FIRST:LAST:STEP or FIRST:LAST:STEP,Z in metres, such as 1000:12000:500,20",
        who));
  const double steps = std::floor((along[1] - along[0]) / along[2] + 1e-9);
  if (steps >= most_places)
    throw UsageError(fmt::format("{}: {:g} positions are too many; at most {:g} are taken", who,
                                 steps + 1, most_places));
  std::vector<Position> places;
  for (int i = 0; i <= static_cast<int>(steps); ++i)
    places.push_back({along[0] + i * along[2], 0, deep[0]});
  return places;
}

bool is_file_of_places(const std::string &path) {
  const std::string ending = ending_of(path);
  return is_segy(ending) || ending == ".su" || ending == ".rsf";
}

std::vector<Position> read_places(const std::string &path) {
  if (ending_of(path) == ".rsf") return read_rsf_places(path);
  return read_gather(path).receivers;
}

}  // namespace ladder
