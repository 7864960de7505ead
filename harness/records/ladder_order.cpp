#include "harness/records/ladder_order.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <string>

namespace ladder {
namespace {

std::pair<int, std::string> place(const Json &record) {
  const std::string name =
      std::filesystem::path(record.at("stage").at("file").get<std::string>()).filename().string();
  int number = std::numeric_limits<int>::max();
  const char *end = std::from_chars(name.data(), name.data() + name.size(), number).ptr;
  return {number, end == name.data() ? "" : std::string(end)};
}

}  // namespace

std::vector<Json> in_ladder_order(std::vector<Json> records) {
  std::stable_sort(records.begin(), records.end(),
                   [](const Json &a, const Json &b) { return place(a) < place(b); });
  return records;
}

}  // namespace ladder
