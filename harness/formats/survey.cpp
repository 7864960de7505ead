#include "harness/formats/survey.h"

#include <fmt/format.h>

#include <exception>

#include "harness/base/error.h"
#include "harness/base/parallel.h"
#include "harness/formats/ending.h"
#include "harness/formats/shots.h"
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

}  // namespace ladder
