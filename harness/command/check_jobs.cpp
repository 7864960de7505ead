#include "harness/command/check_jobs.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/check/baseline.h"
#include "harness/command/choose.h"
#include "harness/error.h"

namespace ladder {

std::vector<CheckJob> jobs_of_baseline(const Options &options) {
  std::vector<CheckJob> jobs;
  for (const Json &record : read_baseline(options.baseline)) {
    const std::string name = record.at("stage").at("name");
    const auto &wanted = options.stages;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) continue;
    if ((record.at("cache") == "cold") != options.repetition.cold) continue;
    CheckJob job{{find_stage(name), {}}, options.overrides, record.at("case").at("name"), record};
    const AskedKnobs knobs = record.at("launch").at("asked").get<AskedKnobs>();
    bool chosen = true;
    for (const auto &[knob, values] : options.knobs)
      if (knobs.contains(knob))
        chosen = chosen && std::any_of(values.begin(), values.end(), [&](const auto &value) {
                   return parse_knob(knob, value) == knobs.at(knob);
                 });
    if (!chosen) continue;
    job.choice.launch = make_launch(*job.choice.entry.stage, knobs);
    job.overrides.half_length = record.at("case").at("half_length");
    job.overrides.samples = record.at("case").at("steps").get<int>() + 1;
    job.overrides.operator_family = record.at("case").at("operator");
    jobs.push_back(job);
  }
  if (jobs.empty())
    throw Error(
        Exit::not_comparable,
        fmt::format("stage differs: '{}' holds no record of what was asked for", options.baseline));
  return jobs;
}

std::vector<CheckJob> jobs_of_options(const Options &options) {
  std::vector<CheckJob> jobs;
  for (const Choice &choice : choose(options))
    jobs.push_back({choice, one_case(options), options.problem_case, nullptr});
  return jobs;
}

}  // namespace ladder
