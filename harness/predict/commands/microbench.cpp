// ladder microbench: what the cores and the GPU of this machine can do, from which run times are
// predicted.
#include "harness/predict/microbench/microbench.h"

#include <fmt/format.h>

#include "harness/answers/records/experiments.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/base/progress.h"
#include "harness/machine/environment/environment.h"
#include "harness/predict/commands/room.h"
#include "harness/predict/microbench/host_memory.h"
#include "harness/predict/model/machine_report.h"

namespace ladder {

namespace {

struct MicrobenchOptions : CommandLine {
  std::string output;
  bool json = false;

  void declare(Declared &declared) {
    declared.add("Output", {output_option(output), json_option(json)});
  }
  void settle() const {}
};

// Of a machine without a GPU.
Microbenchmarks host_alone(const Environment &environment) {
  Microbenchmarks found;
  found.device.name = environment.cpu;
  return found;
}

void end_if_interrupted() {
  if (interrupted()) throw Error(Exit::interrupted, "interrupted: nothing was recorded");
}

Microbenchmarks measure_all(const Environment &environment) {
  const auto tell = [](const std::string &group) {
    end_if_interrupted();
    progress("measuring " + group);
  };
  std::string why_not = environment.why_no_gpu;
  auto found = environment.gpu ? measure_microbenchmarks(tell, why_not) : std::nullopt;
  if (environment.gpu && !found) {
    progress_done();
    throw Error(Exit::device, fmt::format("nothing was measured: {}", why_not));
  }
  if (!found) say(fmt::format("the cores alone are measured: {}", why_not));
  Microbenchmarks all = found ? *found : host_alone(environment);
  tell("the cores of the host");
  for (const MachineValue &value : measure_host()) all.measured.push_back(value);
  progress_done();
  end_if_interrupted();
  return all;
}

Exit run_microbench(const MicrobenchOptions &options) {
  const Environment environment = read_environment();
  const auto results = results_folder();
  RecordFile file(options.output.empty()
                      ? new_machine_file(results, machine_slug(environment)).string()
                      : options.output,
                  records_of_machines);
  const Microbenchmarks found = measure_all(environment);
  const MachineRecord record{utc_now(), environment.build.commit, found};
  file.append(machine_json(record));
  if (options.output.empty()) note_command(file.path());
  if (options.json)
    fmt::print("{}\n", machine_json(record).dump());
  else
    fmt::print("{}", machine_table(record));
  say(fmt::format("a record was added to '{}'", file.path()));
  return found.not_measured.empty() ? Exit::ok : Exit::device;
}

}  // namespace

const Command microbench_command = {
    "microbench",
    "Predict",
    "measure the cores and the GPU of this machine, which predictions need",
    {"microbench", "microbench --json --output=machine.jsonl"},
    false,
    bind_options<MicrobenchOptions, run_microbench>};

}  // namespace ladder
