#include "harness/answers/check/counts.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "harness/base/inputs.h"
#include "harness/base/json.h"
#include "harness/base/read_file.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

constexpr int schema = 1;

std::string count_difference(const Counts &a, const Counts &b) {
  const std::pair<const char *, std::pair<const std::string *, const std::string *>> fields[] = {
      {"how", {&a.how, &b.how}},
      {"build.fortran", {&a.build.fortran, &b.build.fortran}},
      {"build.c", {&a.build.c, &b.build.c}},
      {"build.cxx", {&a.build.cxx, &b.build.cxx}}};
  for (const auto &[name, values] : fields)
    if (*values.first != *values.second)
      return fmt::format("{} differs: '{}' and '{}'", name, *values.first, *values.second);
  return "";
}

}  // namespace

Counts read_counts(const std::string &path) {
  refuse_named_pipe(path);
  std::ifstream in(path);
  if (!in) throw FileError(fmt::format("'{}' cannot be read: {}", path, std::strerror(errno)));
  note_input(path);
  const Json json = Json::parse(in, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !json.contains("counts"))
    throw FileError(fmt::format(
        "'{}' holds no instruction counts: it is empty, truncated, or another kind of file", path));
  if (json.value("counts_schema", 0) != schema)
    throw Error(Exit::not_comparable,
                fmt::format("counts_schema differs: '{}' has {} and this program writes {}", path,
                            json.value("counts_schema", 0), schema));
  try {
    const Json &build = json.at("build");
    return {json.at("metric"),
            json.at("how"),
            {build.at("commit"), build.at("fortran"), build.at("c"), build.at("cxx"), ""},
            json.at("counts").get<std::map<std::string, double>>()};
  } catch (const Json::exception &why) {
    throw FileError(fmt::format("'{}' is not a file of instruction counts: {}", path, why.what()));
  }
}

void write_counts(const std::string &path, const Counts &counts, bool overwrite) {
  const Json json = {{"counts_schema", schema},
                     {"metric", counts.metric},
                     {"how", counts.how},
                     {"build",
                      {{"commit", counts.build.commit},
                       {"fortran", counts.build.fortran},
                       {"c", counts.build.c},
                       {"cxx", counts.build.cxx}}},
                     {"counts", counts.of_point}};
  write_whole(path, json.dump(2) + "\n", overwrite);
}

std::vector<Finding> compare_counts(const Counts &before, const Counts &now, double least_effect) {
  std::vector<Finding> findings;
  const std::string differs = count_difference(before, now);
  for (const auto &[point, count] : now.of_point) {
    Finding finding;
    finding.point = point;
    finding.metric = now.metric;
    finding.after = count;
    const auto old = before.of_point.find(point);
    if (old == before.of_point.end()) {
      finding.outcome = Exit::not_comparable;
      finding.words = "it is not in what was counted before";
    } else if (!differs.empty()) {
      finding.outcome = Exit::not_comparable;
      finding.words = differs;
    } else {
      finding.before = old->second;
      const double ratio = count == old->second ? 1 : count / old->second;
      finding.change = {ratio, Interval{ratio, ratio}, 1};
      finding.outcome = ratio > 1 + least_effect ? Exit::slower : Exit::ok;
      finding.words = fmt::format("{} {:g} %", finding.outcome == Exit::ok ? "within" : "beyond",
                                  100 * least_effect);
    }
    findings.push_back(finding);
  }
  return findings;
}

}  // namespace ladder
