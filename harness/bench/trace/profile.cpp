#include <algorithm>
#include <map>

#include "harness/bench/trace/scopes.h"

namespace ladder {

std::vector<ProfileRow> profile(const Timeline &timeline) {
  std::map<std::string, ProfileRow> rows;
  for (const Event &event : timeline.events) {
    if (event.activity != Activity::kernel && event.activity != Activity::h2d &&
        event.activity != Activity::d2h && event.activity != Activity::exchange)
      continue;
    const std::string &name = timeline.names.at(event.name);
    ProfileRow &row = rows[name];
    const std::int64_t took = event.end - event.begin;
    if (row.calls == 0) {
      row.name = name;
      row.least_ns = row.most_ns = took;
      row.block = event.block;
      row.grid = event.grid;
    }
    row.one_block = row.one_block && row.block == event.block;
    row.one_grid = row.one_grid && row.grid == event.grid;
    ++row.calls;
    row.total_ns += took;
    row.least_ns = std::min(row.least_ns, took);
    row.most_ns = std::max(row.most_ns, took);
    row.bytes += event.bytes;
  }
  std::vector<ProfileRow> sorted;
  for (const auto &[name, row] : rows) sorted.push_back(row);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto &a, const auto &b) { return a.total_ns > b.total_ns; });
  return sorted;
}

}  // namespace ladder
