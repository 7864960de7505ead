#include "harness/predict/commands/traced_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "harness/answers/records/record_file.h"
#include "harness/base/files.h"
#include "harness/base/line/script.h"
#include "harness/base/progress.h"
#include "harness/bench/registry/plugin.h"
#include "harness/bench/trace/scopes.h"
#include "harness/predict/adopted/kernel_code.h"

namespace ladder {
namespace {

constexpr int few_steps = 4;  // where the driver has the time loop, and steps are alike

constexpr double most_seconds = 60;  // of a call of the stage

// For the process that runs the stage.
class InEnvironment {
 public:
  InEnvironment(const char *name, const std::string &value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~InEnvironment() { unsetenv(name_); }
  InEnvironment(const InEnvironment &) = delete;
  InEnvironment &operator=(const InEnvironment &) = delete;

 private:
  const char *name_;
};

Json answer_of(const Names &words) {
  Json answer = Json::parse(answer_of_script("stage_code.py", words), nullptr, false);
  throw_failure(answer);
  if (!answer.is_object()) throw Error(Exit::nothing_ran, "what was counted could not be read");
  if (answer.contains("lacks")) throw UsageError(answer["lacks"].get<std::string>());
  return answer;
}

struct Counted {
  Json answer;
  int steps;
  ladder_launch used;
};

Counted counted(const StagesOfCase &options, CaseOverrides over, const Case &c,
                const Choice &choice, const CompiledBuild &build, const DeviceLimits &device) {
  const StageEntry &entry = choice.entry;
  const Names build_words = {"--build", entry.ladder, entry.name()};
  progress(fmt::format("{}: compiling it for the emulation ...", entry.name()));
  const std::string library = answer_of(build_words).at("library");
  Choice emulated{describe_plugin(library), choice.launch};
  const bool shorter = !entry.stage->owns_time_loop && c.steps > few_steps;
  if (shorter) over.samples = few_steps + 1;
  const auto few = shorter ? load_case(options.located, over) : nullptr;
  const Case &of_run = shorter ? *few : c;
  const TemporaryFile counts("ladder-counts");
  const InEnvironment file("LADDER_EMULATION_COUNTS", counts.path);
  const InEnvironment sampled("LADDER_EMULATION_SAMPLED", std::to_string(device.multiprocessors));
  progress(fmt::format("{}: a sample of its blocks in the emulation ...", entry.name()));
  How how = how_to_measure(options, Measuring{}, over);
  how.hang_limit_s = std::min(how.hang_limit_s, most_seconds);
  const Run run = executor_for(of_run, emulated, how, true)->run({});
  if (!run.ok()) throw UsageError(fmt::format("it fails in the emulation: {}", run.error.words));
  Names words = build_words;
  words.push_back((build.folder / (entry.full_name() + ".cubin")).string());
  words.push_back(counts.path);
  Counted found{answer_of(words), of_run.steps, run.used};
  const Json used = knobs_of(*entry.stage, run.used);
  if (used.contains("devices") && used["devices"][0] > 1)
    throw UsageError("its launches on several GPUs are counted as those of one");
  progress_done();
  return found;
}

PredictedStep step_of(const StagesOfCase &options, const CaseOverrides &over, const Case &c,
                      const Choice &choice, const CompiledBuild &build, const Machine &machine) {
  const Counted run = counted(options, over, c, choice, build, machine.device());
  const CountedStage stage = counted_stage(run.answer.at("events"));
  PredictedStep row;
  row.choice = &choice;
  row.launch = run.used;
  row.traced = true;
  std::vector<double> nodes(stage.kernels.size());
  for (const HostEvent &one : stage.calls.front().during)
    if (one.kind == HostEvent::launch) nodes[one.kernel] += one.node;
  double beyond = 0, most = 0;  // what the terms of a step do not hold
  std::string bound;
  for (std::size_t k = 0; k < stage.kernels.size(); ++k) {
    const CountedKernel &kernel = stage.kernels[k];
    const KernelCode code = kernel_code(kernel.name, run.answer);
    const KernelTime time = time_of(machine, kernel, code);
    KernelDemand &demand = row.demand.emplace_back(time.demand);
    if (!code.mangled.empty()) demand.kernel = short_kernel_name(code.mangled.c_str());
    demand.launches = kernel.launches / run.steps;
    demand.graph = 2 * nodes[k] > kernel.launches;
    const double more =
        demand.launches * (time.seconds + between_nodes - time.prediction.kernel_seconds);
    beyond += more;
    if (more > most) most = more, bound = time.bound;
  }
  row.prediction = predict_step(machine, row.demand);
  row.prediction.seconds += beyond, row.prediction.kernel_seconds += beyond;
  if (2 * most > row.prediction.kernel_seconds) row.prediction.regime = bound;
  return row;
}

}  // namespace

PredictedStep traced_step(const StagesOfCase &options, const CaseOverrides &over, const Case &c,
                          const Choice &choice, const CompiledBuild &build,
                          const Machine &machine) {
  try {
    return step_of(options, over, c, choice, build, machine);
  } catch (const Error &why) {  // others are predicted all the same
    if (why.exit == Exit::interrupted) throw;
    throw UsageError(why.what());
  }
}

}  // namespace ladder
