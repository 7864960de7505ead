#include "harness/answers/records/ladder_order.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <numeric>
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

std::vector<std::size_t> ladder_order(const std::vector<Json> &records) {
  std::vector<std::pair<int, std::string>> places;
  for (const Json &record : records) places.push_back(place(record));
  std::vector<std::size_t> order(records.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places[i]; });
  return order;
}

std::vector<Json> in_ladder_order(std::vector<Json> records) {
  std::vector<Json> sorted;
  for (const std::size_t i : ladder_order(records)) sorted.push_back(std::move(records[i]));
  return sorted;
}

}  // namespace ladder
