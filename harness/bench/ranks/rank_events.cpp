#include "harness/bench/ranks/rank_events.h"

#include <algorithm>
#include <map>

namespace ladder {
namespace {

constexpr std::int64_t at_once_ns =
    250;  // between two calls of MPI: less than any step of a part takes

struct Stretch {
  std::int64_t begin, end;
};
using Stretches = std::vector<Stretch>;

Stretches exchanges_in(const std::vector<RankSpan> &spans, bool orders_count) {
  Stretches found;
  for (const RankSpan &span : spans) {
    if (span.order && !orders_count) continue;
    if (!found.empty() && span.begin - found.back().end < at_once_ns)
      found.back().end = span.end;
    else
      found.push_back({span.begin, span.end});
  }
  return found;
}

// What is left of a stretch without some others, which are in the order of time.
Stretches without(const Stretch &whole, const Stretches &others) {
  Stretches left;
  std::int64_t from = whole.begin;
  for (const Stretch &other : others) {
    if (other.begin > from && from < whole.end)
      left.push_back({from, std::min(other.begin, whole.end)});
    from = std::max(from, other.end);
  }
  if (from < whole.end) left.push_back({from, whole.end});
  return left;
}

// The stage's calls on rank 0, which the driver marked as kernels: they are taken out of the
// timeline.
Stretches take_marks(Timeline &timeline) {
  Stretches marks;
  std::erase_if(timeline.events, [&](const Event &event) {
    if (event.activity != Activity::kernel || event.rank != 0) return false;
    marks.push_back({event.begin, event.end});
    return true;
  });
  return marks;
}

// Where most of a rank's kernels and copies ran: a library may touch another device when it starts.
int device_of(const Timeline &timeline, int rank) {
  std::map<int, std::int64_t> busy;
  for (const Event &event : timeline.events)
    if (event.rank == rank && event.on_device()) busy[event.device] += event.end - event.begin;
  const auto most = std::ranges::max_element(busy, {}, [](const auto &one) { return one.second; });
  return most == busy.end() ? 0 : most->first;
}

std::uint32_t name_in(Timeline &timeline, const std::string &name) {
  const auto at = std::ranges::find(timeline.names, name);
  const auto index = static_cast<std::uint32_t>(at - timeline.names.begin());
  if (at == timeline.names.end()) timeline.names.push_back(name);
  return index;
}

}  // namespace

void add_rank(Timeline &timeline, int rank, const std::vector<RankSpan> &spans) {
  const bool first = rank == 0;
  Stretches orders;
  for (const RankSpan &span : spans)
    if (span.order) orders.push_back({span.begin, span.end});
  const Stretches exchanges = exchanges_in(spans, first);
  // A rank that was notified late that it is traced has recorded nothing of the time before.
  const Stretch recorded{orders.empty() ? 0 : orders.front().begin,
                         orders.empty() ? 0 : orders.back().end};
  const auto stage = name_in(timeline, "stage"), mpi = name_in(timeline, "[MPI]");
  for (const Stretch &inside : first ? take_marks(timeline) : without(recorded, orders)) {
    for (const Stretch &one : without(inside, exchanges))
      timeline.events.push_back({Activity::kernel, one.begin, one.end, stage, {}, {}, 0, 0, rank});
    for (const Stretch &one : exchanges)
      if (one.begin < inside.end && one.end > inside.begin)
        timeline.events.push_back({Activity::exchange,
                                   std::max(one.begin, inside.begin),
                                   std::min(one.end, inside.end),
                                   mpi,
                                   {},
                                   {},
                                   0,
                                   0,
                                   rank});
  }
}

void add_rank_on_device(Timeline &timeline, int rank, const Timeline &seen,
                        const std::vector<RankSpan> &spans) {
  for (Event event : seen.events)
    if (event.on_device()) {
      event.rank = rank;
      event.name = name_in(timeline, seen.names[event.name]);
      timeline.events.push_back(event);
    }
  const Stretches exchanges = exchanges_in(spans, rank == 0);
  const int device = device_of(timeline, rank);
  const auto mpi = name_in(timeline, "[MPI]");
  for (const Stretch &one : exchanges)
    if (one.begin < timeline.end && one.end > timeline.begin)
      timeline.events.push_back(
          {Activity::exchange, one.begin, one.end, mpi, {}, {}, 0, device, rank});
}

}  // namespace ladder
