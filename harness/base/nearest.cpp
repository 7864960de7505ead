#include "harness/base/nearest.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "harness/base/error.h"

namespace ladder {
namespace {

// Levenshtein distance by one row of the table.
std::size_t distance(const std::string &a, const std::string &b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> nearest(const std::string &wrong, const std::vector<std::string> &names) {
  if (wrong.empty()) return {};
  struct Scored {
    std::size_t rank, distance;
    std::string name;
  };
  std::vector<Scored> scored;
  for (const auto &name : names) {
    const bool part =
        name.find(wrong) != std::string::npos || wrong.find(name) != std::string::npos;
    const std::size_t far = distance(wrong, name), rank = part ? 1 : far;
    if (rank <= std::max<std::size_t>(2, wrong.size() / 2)) scored.push_back({rank, far, name});
  }
  // Of several that contain the word, the shortest difference comes first.
  std::ranges::stable_sort(scored, {},
                           [](const Scored &one) { return std::pair(one.rank, one.distance); });
  std::vector<std::string> result;
  for (const Scored &one : scored)
    if (result.size() < 3) result.push_back(one.name);
  return result;
}

std::string did_you_mean(const std::string &wrong, const std::vector<std::string> &names) {
  const auto near = nearest(wrong, names);
  return near.empty() ? "" : "; did you mean " + near[0] + "?";
}

void refuse_misspelt(const std::string &option, const std::string &value,
                     const std::vector<std::string> &words) {
  std::error_code ignored;
  if (std::filesystem::exists(value, ignored)) return;
  const std::string meant = did_you_mean(value.substr(0, value.find(':')), words);
  if (!meant.empty()) throw UsageError(option + "=" + value + ": there is no such file" + meant);
}

}  // namespace ladder
