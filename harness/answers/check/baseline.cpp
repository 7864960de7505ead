#include "harness/answers/check/baseline.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/answers/records/comparable.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/statistics/statistics.h"

namespace ladder {
namespace {

constexpr double longest_ns = 1e18;  // [ns] 30 years
constexpr double rounding_ns = 2,
                 rounding = 1e-5;  // of a summary: whole ns, and nothing that matters

bool apart(const Json &a, const Json &b) {
  const Json &one = a.at("summary"), &other = b.at("summary");
  for (const char *end : {"low_ns", "high_ns"})
    if (!one.contains(end) || !one.at(end).is_number() || !other.contains(end) ||
        !other.at(end).is_number())
      return false;
  return one.at("high_ns") < other.at("low_ns") || other.at("high_ns") < one.at("low_ns");
}

// How the baseline was run. Early records do not say all of it.
std::string other_run(const Json &record, const Json &problem, bool isolated) {
  const Json steps = record.value("timed_steps", problem.at("steps"));
  if (steps != problem.at("steps"))
    return fmt::format("timed_steps differs: {} and {}", steps.dump(), problem.at("steps").dump());
  if (record.value("isolated", Json(isolated)) != Json(isolated))
    return fmt::format("isolated differs: {} and {}", record.at("isolated").dump(), isolated);
  if (record.at("summary").value("stopped_by", "") == "killed")
    return "summary.stopped_by is \"killed\": measure the baseline again, to its end";
  return "";
}

// Times that nothing can have taken, and a summary of other samples.
std::string damaged_times(const Json &record) {
  std::vector<double> seconds;
  for (const Json &ns : record.at("samples").at("wall_ns")) {
    const double value = ns.get<double>();
    if (!(value > 0) || value > longest_ns)
      return fmt::format("samples.wall_ns has {}, which is no time", ns.dump());
    seconds.push_back(1e-9 * value);
  }
  if (seconds.empty()) return "samples.wall_ns has no times";
  // Its interval is by the rule of the version that wrote it.
  const double follows = std::round(1e9 * median(seconds));
  const Json &has = record.at("summary").value("median_ns", Json());
  if (!has.is_number() || std::abs(has.get<double>() - follows) > rounding_ns + rounding * follows)
    return fmt::format("summary.median_ns is {}, but {:.0f} follows from samples.wall_ns",
                       has.dump(), follows);
  return "";
}

}  // namespace

std::vector<Json> read_baseline(const std::string &path) {
  const RecordsRead read = read_records_with_lines(path);
  if (!read.broken_last.empty()) fmt::print(stderr, "{}\n", read.broken_last);
  std::vector<Json> newest;
  std::vector<int> lines;
  for (std::size_t i = 0; i < read.records.size(); ++i) {
    const Json &record = read.records[i];
    std::size_t k = 0;
    while (k < newest.size() && point_key(newest[k]) != point_key(record)) ++k;
    if (k == newest.size()) {
      newest.push_back(record);
      lines.push_back(read.lines[i]);
      continue;
    }
    const bool verdicts = right(newest[k]) != right(record);
    if (verdicts || apart(newest[k], record))
      throw Error(Exit::not_comparable,
                  fmt::format("'{}' contradicts itself: lines {} and {} are records of the same "
                              "point ({}) {}; remove the one that does not count",
                              path, lines[k], read.lines[i], point_name(record),
                              verdicts ? "and one is right, the other wrong"
                                       : "and their intervals do not overlap"));
    newest[k] = record;
    lines[k] = read.lines[i];
  }
  return newest;
}

std::string not_comparable(const Json &record, const Json &environment, const Json &problem,
                           bool isolated) {
  if (const std::string why = machine_difference(record.at("environment"), environment);
      !why.empty())
    return why;
  if (record.at("case").at("hash") != problem.at("hash"))
    return fmt::format("case.hash differs: {} and {}", record.at("case").at("hash").dump(),
                       problem.at("hash").dump());
  if (const std::string why = failure(record); !why.empty())
    return fmt::format("the baseline is wrong, so it has no time: {}", why);
  if (const std::string why = other_run(record, problem, isolated); !why.empty()) return why;
  if (const std::string why = damaged_times(record); !why.empty()) return why;
  return canary_lacking(record);
}

}  // namespace ladder
