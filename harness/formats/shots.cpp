#include "harness/formats/shots.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "harness/base/error.h"

namespace ladder {

std::vector<ShotTraces> shots_in(const std::vector<TraceHeader> &headers) {
  std::set<int> records;
  std::set<std::tuple<double, double, double>> places;
  for (const TraceHeader &h : headers) {
    records.insert(h.record);
    places.insert({h.source.x, h.source.y, h.source.z});
  }
  // Some programs count traces where the standard has the field record.
  const bool counts_traces = records.size() == headers.size() && places.size() < headers.size();
  std::map<std::tuple<int, double, double, double>, std::size_t> known;
  std::vector<ShotTraces> shots;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    const TraceHeader &h = headers[i];
    const int record = counts_traces ? 0 : h.record;
    const auto [at, is_new] =
        known.try_emplace({record, h.source.x, h.source.y, h.source.z}, shots.size());
    if (is_new) shots.push_back({record, h.source, {}});
    shots[at->second].traces.push_back(i);
  }
  std::set<int> numbers;
  for (const ShotTraces &shot : shots) numbers.insert(shot.number);
  if (numbers.size() < shots.size())
    for (std::size_t i = 0; i < shots.size(); ++i) shots[i].number = static_cast<int>(i) + 1;
  return shots;
}

namespace {

std::string list_of(const std::vector<ShotTraces> &shots) {
  constexpr std::size_t most_lines = 20;
  std::string list;
  for (const ShotTraces &shot : shots) {
    if (&shot - shots.data() == static_cast<std::ptrdiff_t>(most_lines)) break;
    list +=
        fmt::format("\n  {}: {} traces, the source at x = {:g} m, y = {:g} m, z = {:g} m",
                    shot.number, shot.traces.size(), shot.source.x, shot.source.y, shot.source.z);
  }
  if (shots.size() > most_lines)
    list +=
        fmt::format("\n  and {} more, up to {}", shots.size() - most_lines, shots.back().number);
  return list;
}

}  // namespace

std::vector<std::size_t> traces_of_shot(const std::vector<TraceHeader> &headers,
                                        std::optional<int> wanted, const std::string &path) {
  std::vector<ShotTraces> shots = shots_in(headers);
  if (!wanted) {
    if (shots.size() == 1) return std::move(shots[0].traces);
    throw FileError(
        fmt::format("'{}' holds more than one shot: choose one of these {} with --shot=NUMBER{}",
                    path, shots.size(), list_of(shots)));
  }
  const auto found = std::find_if(shots.begin(), shots.end(),
                                  [&](const ShotTraces &shot) { return shot.number == *wanted; });
  if (found != shots.end()) return std::move(found->traces);
  throw FileError(fmt::format("--shot={}: '{}' has no such shot, but {}{}", *wanted, path,
                              shots.size() == 1 ? "one" : fmt::format("{}", shots.size()),
                              list_of(shots)));
}

}  // namespace ladder
