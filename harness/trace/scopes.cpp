#include "harness/trace/scopes.h"

#include <algorithm>
#include <map>

namespace ladder {
namespace {

// In the order in which they win.
constexpr std::array<Activity, 6> order = {Activity::kernel,       Activity::h2d,
                                           Activity::d2h,          Activity::copy_call,
                                           Activity::runtime_call, Activity::driver_loop};

struct Edge {
  std::int64_t at;
  int activity;  // index into `order`
  int change;    // +1 begins, -1 ends
};

}  // namespace

Scopes attribute(const Timeline &timeline) {
  Scopes scopes;
  scopes.wall_ns = timeline.end - timeline.begin;
  std::vector<Edge> edges;
  for (const Event &event : timeline.events) {
    const std::int64_t begin = std::max(event.begin, timeline.begin),
                       end = std::min(event.end, timeline.end);
    if (begin >= end) continue;
    const int activity =
        static_cast<int>(std::find(order.begin(), order.end(), event.activity) - order.begin());
    edges.push_back({begin, activity, 1});
    edges.push_back({end, activity, -1});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) { return a.at < b.at; });
  std::array<int, order.size()> running{};
  std::int64_t last = timeline.begin;
  const auto spend_until = [&](std::int64_t at) {
    const auto winner = std::find_if(running.begin(), running.end(), [](int n) { return n > 0; });
    // The scopes stand in the order of the activities; idle is the one behind them.
    scopes.ns[static_cast<std::size_t>(winner - running.begin())] += at - last;
    if (std::min(running[0], 1) + running[1] + running[2] >= 2) scopes.overlap_ns += at - last;
    last = at;
  };
  for (const Edge &edge : edges) {
    if (edge.at > last) spend_until(edge.at);
    running[static_cast<std::size_t>(edge.activity)] += edge.change;
  }
  if (timeline.end > last) spend_until(timeline.end);
  return scopes;
}

std::vector<ProfileRow> profile(const Timeline &timeline) {
  std::map<std::string, ProfileRow> rows;
  for (const Event &event : timeline.events) {
    if (event.activity != Activity::kernel && event.activity != Activity::h2d &&
        event.activity != Activity::d2h)
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
    row.one_shape = row.one_shape && row.block == event.block && row.grid == event.grid;
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
