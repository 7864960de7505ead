#include "harness/command/check_compiled.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/compiled/compare_compiled.h"
#include "harness/compiled/compiled_file.h"

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
    throw Error(Exit::nothing_ran, "none of these stages has kernels that were compiled");
  return kernels;
}

}  // namespace

std::vector<Finding> check_compiled(const Options &options) {
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
