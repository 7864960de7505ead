#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <set>
#include <tuple>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/base/parallel.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/gather.h"
#include "harness/formats/rsf_file.h"
#include "harness/formats/traces.h"

namespace ladder {
namespace {

Traces without_traces(const Traces &all) {
  Traces traces;
  traces.samples = all.samples;
  traces.interval = all.interval;
  traces.description = all.description;
  return traces;
}

Traces traces_of_shot(const Traces &all, const ShotTraces &shot) {
  Traces traces = without_traces(all);
  for (const std::size_t i : shot.traces) {
    traces.headers.push_back(all.headers[i]);
    traces.headers.back().record = shot.number;
  }
  traces.values = all.values_of(shot.traces);
  return traces;
}

constexpr double most_places = 100000;

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

std::vector<Shot> read_survey(const std::string &path, const GatherOverrides &over) {
  const std::string ending = ending_of(path);
  if (!is_segy(ending) && ending != ".su") return {{1, read_gather(path, over)}};
  const TraceReading how{true, over, true};
  const Traces all = is_segy(ending) ? read_segy(path, how) : read_su(path, how);
  const std::vector<ShotTraces> found = shots_in(all.headers);
  std::vector<Shot> shots(found.size());
  std::vector<std::exception_ptr> problems(found.size());
  each_chunk(
      found.size(),
      [&](std::size_t k, std::size_t, std::size_t) {
        try {
          shots[k] = {found[k].number, gather_of(traces_of_shot(all, found[k]), path, over)};
        } catch (...) {
          problems[k] = std::current_exception();
        }
      },
      1);
  for (const auto &problem : problems)
    if (problem) std::rethrow_exception(problem);
  shots.front().gather.notes = all.notes;
  return shots;
}

void write_survey(const std::string &path, const std::vector<Shot> &shots, bool overwrite) {
  const std::string ending = ending_of(path);
  if (!is_segy(ending) && ending != ".su")
    throw FileError(
        fmt::format("'{}': a survey of several shots must be written as .sgy, .segy or .su", path));
  if (shots.empty())
    throw FileError(fmt::format("'{}' cannot hold a survey: it has no shot", path));
  const Gather &first = shots.front().gather;
  Traces all;
  for (const Shot &shot : shots) {
    const Gather &gather = shot.gather;
    if (gather.samples != first.samples || gather.dt != first.dt || gather.start != first.start)
      throw FileError(
          fmt::format("'{}' cannot hold shot {}: it has {} samples of {:g} ms from {:g} ms on, but "
                      "the first shot has {} of {:g} ms from {:g} ms on",
                      path, shot.number, gather.samples, 1e3 * gather.dt, 1e3 * gather.start,
                      first.samples, 1e3 * first.dt, 1e3 * first.start));
    const Traces one = traces_of_gather(gather, path);
    if (all.headers.empty()) all = without_traces(one);
    for (std::size_t i = 0; i < one.headers.size(); ++i) {
      all.headers.push_back(one.headers[i]);
      all.headers.back().record = shot.number;
      all.headers.back().number = static_cast<int>(i) + 1;
    }
    all.values.insert(all.values.end(), one.values.begin(), one.values.end());
  }
  if (is_segy(ending))
    write_segy(path, all, overwrite);
  else
    write_su(path, all, overwrite);
}

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
