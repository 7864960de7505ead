#include "harness/command/check_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/answers/check/baseline.h"
#include "harness/base/data_folder.h"
#include "harness/base/error.h"
#include "harness/command/line/choose.h"

namespace ladder {

namespace {

bool is_one_of(int value, const std::vector<int> &wanted) {
  return wanted.empty() || std::ranges::count(wanted, value) > 0;
}

// Whether the options that say what to run leave this case of a record.
bool asked_for(const Options &options, const Json &problem) {
  const std::string name = std::filesystem::path(options.problem_case).stem().string();
  const std::string &family = options.overrides.operator_family;
  return (!options.given.contains("--case") || problem.at("name") == name) &&
         is_one_of(problem.at("half_length"), options.half_lengths) &&
         is_one_of(problem.at("steps").get<int>() + 1, options.samples) &&
         (family.empty() || problem.at("operator") == family);
}

// A record names its case; where that is a file, --case says which.
std::string case_of(const Options &options, const Json &record) {
  if (options.given.contains("--case")) return options.problem_case;
  const std::string name = record.at("case").at("name");
  if (std::ranges::none_of(files_of_cases(), [&](const auto &file) { return file.stem() == name; }))
    throw UsageError(
        fmt::format("'{}' holds records of case '{}', which is not in data/: name its file with "
                    "--case=PATH/{}.toml",
                    options.baseline, name, name));
  return name;
}

}  // namespace

std::vector<CheckJob> jobs_of_baseline(const Options &options) {
  std::vector<CheckJob> jobs;
  for (const Json &record : read_baseline(options.baseline)) {
    const std::string name = record.at("stage").at("name");
    const auto &wanted = options.stages;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) continue;
    if ((record.at("cache") == "cold") != options.repetition.cold) continue;
    if (!asked_for(options, record.at("case"))) continue;
    const std::string problem_case = case_of(options, record);
    CheckJob job{{find_stage(name, record.value("ladder", std::string("wave"))), {}},
                 options.overrides,
                 problem_case,
                 record};
    const AskedKnobs knobs = record.at("launch").at("asked").get<AskedKnobs>();
    bool chosen = true;
    for (const auto &[knob, values] : options.knobs)
      if (knobs.contains(knob))
        chosen = chosen && std::any_of(values.begin(), values.end(), [&](const auto &value) {
                   return parse_knob(knob, value) == knobs.at(knob);
                 });
    if (!chosen) continue;
    job.choice.launch = make_launch(*job.choice.entry.stage, knobs);
    const Json &its_case = record.at("case");
    job.overrides.samples = its_case.at("steps").get<int>() + 1;
    if (its_case.contains("half_length")) job.overrides.half_length = its_case.at("half_length");
    if (its_case.contains("operator")) job.overrides.operator_family = its_case.at("operator");
    jobs.push_back(job);
  }
  if (jobs.empty())
    throw Error(Exit::not_comparable,
                fmt::format("stage differs: '{}' holds no record of the stages that were asked for",
                            options.baseline));
  return jobs;
}

std::vector<CheckJob> jobs_of_options(const Options &options) {
  std::vector<CheckJob> jobs;
  for (const Choice &choice : choose(options))
    jobs.push_back({choice, one_case(options), options.problem_case, nullptr});
  return jobs;
}

std::string name_of_point(const Choice &choice, const Case &c) {
  const std::string launch = describe(knobs_of(*choice.entry.stage, choice.launch));
  return fmt::format("{}{}{} on {}", choice.entry.name(), launch.empty() ? "" : " ", launch,
                     c.short_text());
}

}  // namespace ladder
