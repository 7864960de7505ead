// `ladder check --static`: whether the compiler made something worse of the CUDA stages. Nothing
// runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "harness/answers/options/rooms.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/record_file.h"
#include "harness/predict/compiled/compare_compiled.h"
#include "harness/predict/compiled/compiled_file.h"
#include "harness/predict/model/demand.h"
#include "harness/predict/model/machine_record.h"
#include "harness/predict/model/occupancy.h"

namespace ladder {
namespace {

Exit outcome_of(CompiledVerdict verdict) {
  switch (verdict) {
    case CompiledVerdict::worse:
      return Exit::slower;
    case CompiledVerdict::gone:
    case CompiledVerdict::not_comparable:
      return Exit::not_comparable;
    default:
      return Exit::ok;
  }
}

// Of the stages that --stage chooses; of all without it.
std::vector<CompiledKernel> chosen(std::vector<CompiledKernel> kernels,
                                   const std::vector<std::string> &stages) {
  if (stages.empty()) return kernels;
  std::erase_if(kernels, [&](const CompiledKernel &kernel) {
    return std::find(stages.begin(), stages.end(), kernel.stage) == stages.end();
  });
  if (kernels.empty())
    throw Error(
        Exit::nothing_ran,
        "none of these stages has compiled kernels: choose CUDA stages, in a build with CUDA");
  return kernels;
}

const CompiledKernel *kernel_like(const std::vector<CompiledKernel> &kernels,
                                  const CompiledChange &change) {
  const auto at = std::find_if(kernels.begin(), kernels.end(), [&](const CompiledKernel &kernel) {
    return kernel.stage == change.stage && kernel.kernel == change.kernel;
  });
  return at == kernels.end() ? nullptr : &*at;
}

std::vector<MachineRecord> kept_machines() {
  std::vector<MachineRecord> machines;
  const auto results = results_folder();
  for (const auto &name : known_machines(results))
    machines.push_back(read_machine(machine_file(results, name)));
  return machines;
}

// "; occupancy 75 -> 37 % (blocks of 256 threads): 4 % slower predicted on NVIDIA H100 80GB HBM3"
std::string consequence(const CompiledKernel *before, const CompiledKernel *now,
                        const std::vector<MachineRecord> &machines) {
  if (!before || !now) return "";
  const auto limits = limits_of_architecture(now->architecture);
  if (!limits) return "";
  const Occupancy old = occupancy(*limits, before->registers, before->shared_bytes, usual_threads),
                  recent = occupancy(*limits, now->registers, now->shared_bytes, usual_threads);
  if (old.blocks == recent.blocks) return "";
  std::string words = fmt::format("; occupancy {:.0f} -> {:.0f} % (blocks of {} threads)",
                                  100 * old.share, 100 * recent.share, usual_threads);
  for (const MachineRecord &machine : machines) {
    const DeviceLimits &device = machine.found.device;
    if (fmt::format("sm_{}{}", device.compute_major, device.compute_minor) != now->architecture)
      continue;
    if (const auto slower = slower_by_occupancy(machine, old.blocks, recent.blocks))
      words +=
          fmt::format(", a kernel that reads and writes memory {:.0f} % {} predicted on {}",
                      100 * std::abs(*slower), *slower >= 0 ? "slower" : "faster", device.name);
  }
  return words;
}

// Of the default launch of the stage in the case of --case, where that is of the stage's ladder and
// both builds are there: "; 4 % slower predicted on NVIDIA H100 80GB HBM3 (heat-128, 100 -> 50 % of
// the warps)".
std::string predicted_change(const CompiledKernel &kernel, const Case &c,
                             const CompiledBuild &before, const CompiledBuild &now,
                             const std::vector<MachineRecord> &machines) {
  std::string words;
  for (const StageEntry &entry : built_in_stages()) {
    if (entry.full_name() != kernel.stage || entry.ladder != c.ladder) continue;
    const auto of_kernel = [&](const CompiledBuild &build, const Machine &machine) {
      const StepDemand step = step_demand(c, entry, make_launch(*entry.stage, {}), build, machine);
      for (const KernelDemand &one : step.kernels)
        if (one.kernel == kernel.kernel) return predict(machine, one);
      throw UsageError("not launched by this case");
    };
    for (const MachineRecord &record : machines) try {
        const Machine machine(record);
        const Prediction old = of_kernel(before, machine), recent = of_kernel(now, machine);
        const double change = recent.kernel_seconds / old.kernel_seconds - 1;
        words += fmt::format("; {:.0f} % {} predicted on {} ({}, {:.0f} -> {:.0f} % of the warps)",
                             100 * std::abs(change), change >= 0 ? "slower" : "faster",
                             machine.device().name, c.name, 100 * old.occupancy.share,
                             100 * recent.occupancy.share);
      } catch (const UsageError &) {  // it declares nothing, or not for this case
      }
  }
  return words;
}

}  // namespace

std::vector<Finding> check_compiled(const CompiledCheck &options) {
  const auto now = chosen(read_compiled(compiled_folder(this_program())), options.stages);
  if (!options.output.empty()) write_compiled(options.output, now, options.overwrite);
  if (options.baseline.empty() && options.against.empty()) return {};
  auto before = options.baseline.empty() ? read_compiled(compiled_folder(options.against))
                                         : read_compiled_file(options.baseline);
  if (!options.stages.empty())
    std::erase_if(before, [&](const CompiledKernel &kernel) {
      return std::find(options.stages.begin(), options.stages.end(), kernel.stage) ==
             options.stages.end();
    });
  std::vector<Finding> findings;
  std::map<std::string, int> unchanged;  // kernels of a stage
  const auto machines = kept_machines();
  // Two builds and a case show what the change costs; a baseline has no machine code.
  std::unique_ptr<Case> the_case;
  if (!options.against.empty() && !machines.empty() && options.load) the_case = options.load();
  const CompiledBuild old_build{compiled_folder(options.against), before},
      new_build{compiled_folder(this_program()), now};
  for (const auto &change : compare_compiled(before, now, std::max(0.0, options.least_effect))) {
    if (change.verdict == CompiledVerdict::same && change.words.empty()) {
      ++unchanged[change.stage];
      continue;
    }
    Finding finding;
    finding.point = fmt::format("{} {}", change.stage, change.kernel);
    finding.metric = "compiled";
    finding.outcome = outcome_of(change.verdict);
    finding.words = fmt::format("{}{}{}", name_of(change.verdict), change.words.empty() ? "" : ": ",
                                change.words);
    std::string cost;
    if (the_case && kernel_like(before, change) && kernel_like(now, change))
      cost = predicted_change(*kernel_like(now, change), *the_case, old_build, new_build, machines);
    finding.words +=
        cost.empty() ? consequence(kernel_like(before, change), kernel_like(now, change), machines)
                     : cost;
    findings.push_back(finding);
  }
  for (const auto &[stage, kernels] : unchanged) {
    Finding finding;
    finding.point = stage;
    finding.metric = "compiled";
    finding.words = fmt::format("{} kernel{} as before", kernels, kernels == 1 ? "" : "s");
    findings.push_back(finding);
  }
  return findings;
}

}  // namespace ladder
