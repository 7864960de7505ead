// ladder microbench: what the GPU of this machine can do, from which run times are predicted.
#include "harness/model/microbench/microbench.h"

#include <fmt/format.h>

#include "harness/command/commands.h"
#include "harness/command/progress.h"
#include "harness/environment/environment.h"
#include "harness/model/machine_told.h"
#include "harness/records/record_file.h"

namespace ladder {

Exit run_microbench(const Options &options) {
  const Environment environment = read_environment();
  if (!environment.gpu)
    throw Error(Exit::nothing_ran, fmt::format("nothing was measured: {}", environment.why_no_gpu));
  const auto results = results_folder();
  RecordFile file(options.output.empty() ? machine_file(results, machine_slug(environment)).string()
                                         : options.output,
                  records_of_machines);
  std::string why_not;
  auto found = measure_microbenchmarks(
      [](const std::string &group) { progress("measuring " + group); }, why_not);
  progress_done();
  if (!found) throw Error(Exit::device, fmt::format("nothing was measured: {}", why_not));
  const MachineRecord record{utc_now(), environment.build.commit, *found};
  file.append(machine_json(record));
  if (options.json)
    fmt::print("{}\n", machine_json(record).dump());
  else
    fmt::print("{}", machine_table(record));
  say(fmt::format("a record was added to '{}'", file.path()));
  return found->not_measured.empty() ? Exit::ok : Exit::device;
}

}  // namespace ladder
