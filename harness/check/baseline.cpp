#include "harness/check/baseline.h"

#include <fmt/format.h>

#include "harness/records/canary_json.h"
#include "harness/records/comparable.h"
#include "harness/records/read_records.h"
#include "harness/records/result.h"

namespace ladder {
namespace {

bool apart(const Json &a, const Json &b) {
  const Json &one = a.at("summary"), &other = b.at("summary");
  for (const char *end : {"low_ns", "high_ns"})
    if (!one.contains(end) || !one.at(end).is_number() || !other.contains(end) ||
        !other.at(end).is_number())
      return false;
  return one.at("high_ns") < other.at("low_ns") || other.at("high_ns") < one.at("low_ns");
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

std::string not_comparable(const Json &record, const Json &environment, const Json &problem) {
  if (const std::string why = machine_difference(record.at("environment"), environment);
      !why.empty())
    return why;
  if (record.at("case").at("hash") != problem.at("hash"))
    return fmt::format("case.hash differs: {} and {}", record.at("case").at("hash").dump(),
                       problem.at("hash").dump());
  if (const std::string why = failure(record); !why.empty())
    return fmt::format("the baseline is wrong, so it has no time: {}", why);
  return canary_lacking(record);
}

}  // namespace ladder
