#include "harness/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "harness/error.h"
#include "harness/plugin.h"

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
  std::vector<std::pair<std::size_t, std::string>> scored;
  for (const auto &name : names) {
    const bool part =
        name.find(wrong) != std::string::npos || wrong.find(name) != std::string::npos;
    const std::size_t far = part ? 1 : distance(wrong, name);
    if (far <= std::max<std::size_t>(2, wrong.size() / 2)) scored.emplace_back(far, name);
  }
  std::stable_sort(scored.begin(), scored.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<std::string> result;
  for (const auto &[far, name] : scored)
    if (result.size() < 3) result.push_back(name);
  return result;
}

StageEntry find_stage(const std::string &wanted) {
  if (wanted.ends_with(".so")) return load_plugin(wanted);
  std::vector<std::string> names;
  for (const auto &entry : built_in_stages()) {
    if (wanted == entry.stage->name) return entry;
    names.push_back(entry.name());
  }
  for (const auto &left_out : unbuilt_stages())
    if (wanted == left_out.name)
      throw Error(Exit::nothing_ran,
                  fmt::format("stage '{}' is not in this build: {}", wanted, why_unbuilt()));
  const auto near = nearest(wanted, names);
  throw UsageError(fmt::format("there is no stage '{}'; {}", wanted,
                               near.empty()
                                   ? std::string("`ladder list` shows all of them")
                                   : fmt::format("did you mean {}?", fmt::join(near, ", "))));
}

}  // namespace ladder

// For Fortran programs that pick a stage by name. NULL when there is none of that name.
extern "C" const ladder_stage *ladder_find_stage(const char *name) {
  for (const auto &entry : ladder::built_in_stages())
    if (std::strcmp(entry.stage->name, name) == 0) return entry.stage;
  return nullptr;
}
