#include "harness/predict/commands/known_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "harness/answers/options/rooms.h"
#include "harness/base/data_folder.h"
#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/machine/environment/environment.h"
#include "harness/predict/model/machine_record.h"

namespace ladder {

KnownMachine known_machine(const std::string &wanted,
                           const std::vector<std::filesystem::path> &results) {
  std::map<std::string, std::filesystem::path> all;
  for (const auto &folder : results)
    for (const std::string &name : known_machines(folder)) all.emplace(name, folder);
  std::vector<std::string> known;
  for (const auto &[name, folder] : all) known.push_back(name);
  const std::string here = results.front().string();
  if (known.empty())
    throw Error(Exit::nothing_ran,
                fmt::format("cannot predict: '{}' holds no micro-benchmarks of any machine; run "
                            "`ladder microbench`",
                            here));
  std::string name = wanted;
  if (name.empty()) name = known.size() > 1 ? machine_slug(read_environment()) : known.front();
  if (all.contains(name)) return {name, machine_file(all.at(name), name)};
  if (wanted.empty())
    throw Error(
        Exit::nothing_ran,
        fmt::format("cannot predict: '{}' holds no micro-benchmarks of this machine, '{}'; run "
                    "`ladder microbench`, or predict for another machine with --on={}",
                    here, name, fmt::join(known, " or --on=")));
  throw UsageError(
      fmt::format("--on={}: no micro-benchmarks of that machine; "
                  "`ladder microbench` measures the machine that it runs on; --on takes {}{}",
                  wanted, fmt::join(known, ", "), did_you_mean(wanted, known)));
}

void refuse_unknown_machine(const std::string &wanted, const std::filesystem::path &routine) {
  known_machine(
      wanted, {(routine / "results").lexically_normal(), data_folder().parent_path() / "results"});
}

}  // namespace ladder
