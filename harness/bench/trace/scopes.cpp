#include "harness/bench/trace/scopes.h"

#include <cxxabi.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace ladder {
namespace {

// In the order in which they win.
constexpr std::array<Activity, 8> order = {
    Activity::kernel,    Activity::h2d,          Activity::d2h,        Activity::exchange,
    Activity::copy_call, Activity::runtime_call, Activity::stage_call, Activity::driver_loop};

struct Edge {
  std::int64_t at;
  int activity;  // index into `order`
  int change;    // +1 begins, -1 ends
  bool waits;    // a call in which the host waits for the device
  bool first;    // on rank 0
};

// Copies from pageable memory count as waiting, too: their call returns when the copy is done.
bool waits(const Timeline &timeline, const Event &event) {
  const auto named = [&](const char *part) {
    return timeline.names.at(event.name).find(part) != std::string::npos;
  };
  return (event.activity == Activity::copy_call && !named("Async")) ||
         (event.activity == Activity::runtime_call && named("Synchronize"));
}

// How much of the parts lies before a moment.
std::int64_t kept_before(const std::vector<TimedPart> &parts, std::int64_t moment) {
  std::int64_t sum = 0;
  for (const TimedPart &part : parts)
    if (moment > part.begin) sum += std::min(moment, part.end) - part.begin;
  return sum;
}

// A static kernel of separately compiled device code is called "__nv_static_<n>_<n characters about
// its file>_<mangled name>", which no demangler knows.
const char *without_nvcc_prefix(const char *mangled) {
  const std::string_view name = mangled, prefix = "__nv_static_";
  if (!name.starts_with(prefix)) return mangled;
  std::size_t length = 0;
  const auto [rest, error] =
      std::from_chars(name.data() + prefix.size(), name.data() + name.size(), length);
  const auto at = static_cast<std::size_t>(rest - name.data());
  // An '_' is on either side of the n characters.
  if (error != std::errc{} || length >= name.size() || at + length + 2 >= name.size())
    return mangled;
  return mangled + at + length + 2;
}

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
    const bool waiting = waits(timeline, event);
    edges.push_back({begin, activity, 1, waiting, event.rank == 0});
    edges.push_back({end, activity, -1, waiting, event.rank == 0});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) { return a.at < b.at; });
  std::array<int, order.size()> running{}, on_first{};  // anywhere, and on rank 0
  int waiting = 0;
  std::int64_t last = timeline.begin;
  const auto spend_until = [&](std::int64_t at) {
    const auto winner = std::find_if(running.begin(), running.end(), [](int n) { return n > 0; });
    // The scopes are in the order of the activities; idle follows them.
    scopes.ns[static_cast<std::size_t>(winner - running.begin())] += at - last;
    // Both sides of an exchange are one. A rank that computes while another waits for it hides
    // nothing.
    if (std::min(on_first[0], 1) + on_first[1] + on_first[2] + std::min(on_first[3], 1) >= 2)
      scopes.overlap_ns += at - last;
    if (waiting > 0 && running[0] == 0 && running[1] + running[2] > 0)
      scopes.exposed_copy_ns += at - last;
    last = at;
  };
  for (const Edge &edge : edges) {
    if (edge.at > last) spend_until(edge.at);
    running[static_cast<std::size_t>(edge.activity)] += edge.change;
    if (edge.first) on_first[static_cast<std::size_t>(edge.activity)] += edge.change;
    if (edge.waits) waiting += edge.change;
  }
  if (timeline.end > last) spend_until(timeline.end);
  return scopes;
}

Scopes times(const Scopes &scopes, double longer) {
  const auto scaled = [longer](std::int64_t ns) { return std::llround(double(ns) * longer); };
  Scopes all;
  for (std::size_t i = 0; i < scopes.ns.size(); ++i) {
    all.ns[i] = scaled(scopes.ns[i]);
    all.wall_ns += all.ns[i];  // they add up whatever the rounding
  }
  all.overlap_ns = scaled(scopes.overlap_ns);
  all.exposed_copy_ns = scaled(scopes.exposed_copy_ns);
  return all;
}

std::vector<PartScopes> attribute_parts(const Timeline &timeline) {
  std::map<std::pair<int, int>, Timeline> parts;
  for (const Event &event : timeline.events)
    if (event.on_device()) parts[{event.rank, event.device}].events.push_back(event);
  std::vector<PartScopes> found;
  if (parts.size() < 2) return found;
  for (auto &[which, part] : parts) {
    part.begin = timeline.begin;
    part.end = timeline.end;
    part.names = timeline.names;
    found.push_back({which.first, which.second, attribute(part)});
  }
  return found;
}

std::vector<ProfileRow> profile(const Timeline &timeline) {
  std::map<std::string, ProfileRow> rows;
  for (const Event &event : timeline.events) {
    if (!event.on_device()) continue;
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

void keep_parts(Timeline &timeline, const std::vector<TimedPart> &parts) {
  for (Event &event : timeline.events) {
    event.begin = kept_before(parts, event.begin);
    event.end = kept_before(parts, event.end);
  }
  std::erase_if(timeline.events, [](const Event &event) { return event.end <= event.begin; });
  for (std::int64_t &begin : timeline.step_begins) begin = kept_before(parts, begin);
  timeline.begin = 0;
  timeline.end = kept_before(parts, parts.back().end);
}

std::string kernel_signature(const char *mangled) {
  mangled = without_nvcc_prefix(mangled);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free);
  std::string name = status == 0 ? demangled.get() : mangled;
  static const std::string anonymous = "(anonymous namespace)::";
  for (auto at = name.find(anonymous); at != std::string::npos; at = name.find(anonymous))
    name.erase(at, anonymous.size());
  return name;
}

std::string short_kernel_name(const char *mangled) {
  if (!mangled) return "kernel";
  const std::string name = kernel_signature(mangled);
  // Only text outside angle brackets ends the name or comes before it: a template's argument
  // may hold parentheses, blanks and namespaces of its own, as in "f<(short)8, a::b>(float*)".
  std::size_t begin = 0, end = name.size();
  int depth = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const char c = name[i];
    depth += (c == '<') - (c == '>');
    if (depth > 0) continue;
    if (c == '(') end = i;
    if (c == ' ' || c == ':') begin = i + 1;
  }
  return name.substr(begin, end - begin);
}

}  // namespace ladder
