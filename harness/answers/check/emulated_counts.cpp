#include "harness/answers/check/emulated_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "harness/base/error.h"
#include "harness/base/json.h"

namespace ladder {
namespace {

constexpr char counts_file[] = "LADDER_EMULATION_COUNTS";  // that the counting runtime reads

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

void run_counted(const Case &c, const Choice &choice, const How &how, const std::string &file) {
  setenv(counts_file, file.c_str(), 1);
  const Run run = executor_for(c, choice, how, true)->run({});
  unsetenv(counts_file);
  if (!run.ok())
    throw Error(Exit::wrong,
                fmt::format("{} failed in the emulation: {}; `ladder verify --emulate --stage={}` "
                            "says more",
                            choice.entry.name(), run.error.words, choice.entry.name()));
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
      Launches &kernel = kernels[event.at("name").get<std::string>() + event.at("grid").dump()];
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
