#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "harness/answers/check/baseline.h"
#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/json.h"
#include "harness/base/progress.h"
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

// What the counting runtime reads.
constexpr char counts_file[] = "LADDER_EMULATION_COUNTS";
constexpr char counted_calls[] = "LADDER_EMULATION_CALLS";

constexpr double most_of_a_run_s = 12;  // that is made three times, in a minute of a prediction

bool records_graphs(const std::string &file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(R"({"event": "record")")) return true;
  return false;
}

using Numbers = std::map<std::string, double>;

// Of a launch that was looked at, of all its blocks.
Numbers work_of(const Json &launch) {
  const double share = launch.at("busy_blocks").get<double>() /
                       std::max(1.0, launch.at("looked_at").get<double>());  // of one counted
  const auto sum = [&](std::initializer_list<const char *> fields) {
    double all = 0;
    for (const char *field : fields) all += share * launch.at(field).get<double>();
    return all;
  };
  Numbers work = {{"accesses of warps", sum({"loads", "stores", "atomics", "shared"})},
                  {"sectors", sum({"load_sectors", "store_sectors", "atomic_lanes"})}};
  for (const Json &part : launch.value("parts", Json::array()))
    work["basic blocks"] += share * part.at(1).get<double>();
  return work;
}

struct Launches {  // of one kernel with one grid
  double all = 0, looked_at = 0;
  Numbers work;  // of those looked at
};

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

void run_counted(const Case &c, const Choice &choice, const How &how, const std::string &file,
                 bool drawn) {
  constexpr std::uint64_t arrays_alone = std::uint64_t{1} << 32;
  const auto start = [&](std::uint64_t draw) {
    return draw == 0 ? Start{} : Start{draw * arrays_alone, c.start_amplitude()};
  };
  setenv(counts_file, file.c_str(), 1);
  setenv(counted_calls, std::to_string(c.steps).c_str(), 1);
  const auto executor = executor_for(c, choice, how, true);
  unsetenv(counts_file);
  unsetenv(counted_calls);
  const double begin = steady_s();
  const Run run = executor->run({.start = start(drawn ? 1 : 0)});
  if (!run.ok())
    throw Error(Exit::wrong,
                fmt::format("{} failed in the emulation: {}; `ladder verify --emulate --stage={}` "
                            "says more",
                            choice.entry.name(), run.error.words, choice.entry.name()));
  if (!records_graphs(file)) return;
  if (steady_s() - begin > most_of_a_run_s)
    return say(
        fmt::format("{}: one run takes too long here to see which of its graphs each call "
                    "records anew: none is predicted",
                    choice.entry.name()));
  // A failure of drawn numbers leaves what was counted.
  executor->run({.start = start(2)});
}

Numbers emulated_counts(const std::string &file) {
  std::ifstream in(file);
  std::map<std::string, Launches> kernels;
  Numbers sums = {{"launches", 0}, {"copied bytes", 0}};
  double calls = 0;
  try {
    for (std::string line; std::getline(in, line);) {
      const Json event = Json::parse(line);
      const std::string what = event.at("event");
      if (what == "begin") ++calls;
      if (what == "copy") sums["copied bytes"] += event.value("bytes", 0.0);
      if (what != "launch") continue;
      ++sums["launches"];
      Launches &kernel =
          kernels[event.at("at").dump() + event.at("name").dump() + event.at("grid").dump()];
      ++kernel.all;
      if (!event.contains("busy_blocks")) continue;
      ++kernel.looked_at;
      for (const auto &[name, value] : work_of(event)) kernel.work[name] += value;
    }
  } catch (const Json::exception &why) {
    throw FileError(fmt::format("what the emulation counted cannot be read: {}", why.what()));
  }
  if (calls == 0) throw FileError("the emulation counted no call of the stage");
  for (const auto &[name, kernel] : kernels)
    for (const auto &[of, value] : kernel.work) sums[of] += value * kernel.all / kernel.looked_at;
  for (auto &[name, value] : sums) value /= calls;
  return sums;
}

}  // namespace ladder
