#include "harness/command/check_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "harness/answers/check/baseline.h"
#include "harness/answers/options/choose.h"
#include "harness/base/data_folder.h"
#include "harness/base/error.h"
#include "harness/bench/registry/plugin.h"
#include "harness/bench/registry/registry.h"
#include "harness/problem.h"
#include "harness/usual_ladder.h"

namespace ladder {
namespace {

bool is_one_of(const std::optional<int> &value, const std::vector<int> &wanted) {
  return wanted.empty() || (value && std::ranges::count(wanted, *value) > 0);
}

std::string ladder_in(const Json &record) {
  return record.value("ladder", std::string(usual_ladder));
}

// What makes the case of a record again, next to its file.
CaseOverrides made_with(const Json &record) {
  const Problem *problem = problem_named(record.value("problem", usual_ladder));
  return problem && problem->made_with ? problem->made_with(record.at("case")) : CaseOverrides{};
}

// Whether the options that say what to run leave this record.
bool asked_for(const CheckOptions &options, const Json &record, const CaseOverrides &its) {
  const std::string name = std::filesystem::path(options.problem_case).stem().string();
  const std::string &family = options.overrides.operator_family;
  if (adopted_ladder() && ladder_in(record) != options.ladder) return false;
  return (adopted_ladder() || !options.given.contains("--case") ||
          record.at("case").at("name") == name) &&
         is_one_of(its.half_length, options.half_lengths()) &&
         is_one_of(its.samples, options.samples()) &&
         (family.empty() || its.operator_family == family);
}

// A record names its case; where that is a file, --case says which. Each is read once.
LocatedCase case_of(const CheckOptions &options, const Json &record,
                    std::map<std::string, LocatedCase> &read) {
  if (adopted_ladder() || options.given.contains("--case")) return options.located;
  if (record.value("problem", "") == adopted_problem().name)
    throw UsageError(
        fmt::format("'{}' holds records of the adopted routine '{}': run `ladder check` "
                    "in its ladder's folder, or name that with --ladder=DIR",
                    options.baseline, ladder_in(record)));
  const std::string name = record.at("case").at("name");
  if (std::ranges::none_of(files_of_cases(), [&](const auto &file) { return file.stem() == name; }))
    throw UsageError(
        fmt::format("'{}' holds records of case '{}', which is not in data/: name its file with "
                    "--case=PATH/{}.toml",
                    options.baseline, name, name));
  if (!read.contains(name)) read[name] = locate_case(name);
  return read[name];
}

}  // namespace

void CheckOptions::declare(Declared &declared) {
  declare_stages(declared);
  declared.add("Stages", {proof_option(), hang_limit_option()});
  declared.add("Case", {case_option(), replay_option(), ladder_option()});
  declared.add("Case", options_of_case(CaseOption::all));
  declared.add("Measuring", {budget_option()});
  declared.add(
      "Decision",
      {{"--baseline", Text{&baseline, "FILE", Offer::files},
        "what to compare with: records, or a file that --write-baseline wrote"},
       {"--against", Text{&against, "WHAT", Offer::files},
        "what to compare with, in turn: an older ladder program, a shared object, a folder of "
        "stages, or a git revision, which is built in a copy; or a file of records"},
       {"--build", Text{&build, "COMMAND"},
        "builds a plug-in in a copy of the git revision that --against names"},
       {"--metric", OneOf{&metric, {"wall", "kernel", "instructions", "emulated"}},
        "quantity to compare; instructions are counted next to wall time, too; emulated: what "
        "kernels of an adopted routine do, counted without a GPU"},
       {"--static", Flag{&compiled},
        "compare the compiled kernels of CUDA stages, without running them"},
       least_effect_option(least_effect)});
  declared.add("Output",
               {{"--write-baseline", Text{&write_baseline, "FILE", Offer::outputs},
                 "measure, and keep the result for --baseline=FILE"},
                overwrite_option(overwrite),
                {"--markdown", Text{&markdown, "FILE", Offer::outputs},
                 "append a summary to this file, for a pull request"},
                {"--junit", Text{&junit, "FILE", Offer::outputs}, "write the result as JUnit XML"},
                {"--annotations", Text{&annotations, "github|FILE", Offer::outputs},
                 "github: print workflow commands that mark what got slower; FILE.json: write "
                 "GitLab's code quality report"},
                json_option(json),
                dry_run_option(dry_run)});
}

void CheckOptions::settle() {
  using enum CaseOption::Part;
  refuse_idle_case_options();
  refuse_idle_ladder();
  if (compiled) {
    const std::string why = "--static looks at what the compiler made, and runs nothing";
    refuse(names_of_case_options(model | reading | raw | source | wavelet | receivers | nt), why);
    refuse({"--budget", "--hang-limit", "--metric", "--dry-run"}, why);
    if (!is_given("--against")) {  // what a change costs is predicted for a case
      const char *no_code = "a baseline has no machine code, from which times are predicted";
      refuse({"--case"}, no_code);
      refuse(names_of_case_options(half_length | family | grid | dt), no_code);
    }
    for (const auto &[knob, values] : knobs)
      throw UsageError(fmt::format("--{} would have no effect: {}", knob, why));
  }
  if (metric == "emulated" && !adopted_ladder())
    throw UsageError("--metric=emulated counts kernels of an adopted routine: add --ladder=FOLDER");
  if (metric == "emulated")
    refuse({"--nt", "--budget"}, "--metric=emulated makes each recorded call once");
  if (metric == "instructions")
    refuse({"--nt", "--budget", "--hang-limit"},
           "--metric=instructions counts two short runs of its own");
  // The records of a baseline name their cases.
  baseline.empty() ? locate_or_make() : locate();
  settle_stages();
}

bool of_routine(const CheckJob &job) { return is_adopted(*job.choice.entry.stage); }

Choice old_choice(const CheckJob &job, const Against &against) {
  if (against.other_program()) return job.choice;
  const StageEntry &old = against.stages.at(job.choice.entry.name());
  return {old, make_launch(*old.stage, knobs_of(*job.choice.entry.stage, job.choice.launch))};
}

std::vector<CheckJob> jobs_of_baseline(const CheckOptions &options) {
  std::vector<CheckJob> jobs;
  std::map<std::string, LocatedCase> read;
  // A plug-in is known by the name that it gives itself, whatever its file's path is.
  std::map<std::string, std::string> wanted;
  for (const std::string &stage : options.stages)
    wanted[stage.ends_with(".so") ? describe_plugin(stage).name() : stage] = stage;
  std::string plugin;
  for (const Json &record : read_baseline(options.baseline)) {
    const std::string name = record.at("stage").at("name");
    if (!wanted.empty() && !wanted.contains(name)) continue;
    const bool of_plugin = record.at("stage").at("file").get<std::string>().ends_with(".so");
    if (of_plugin && wanted.empty()) {
      plugin = name;
      continue;
    }
    if ((record.at("cache") == "cold") != (options.cache == "cold")) continue;
    const CaseOverrides its = made_with(record);
    if (!asked_for(options, record, its)) continue;
    CheckJob job;
    job.found = case_of(options, record, read);
    job.choice.entry = find_stage(wanted.empty() ? name : wanted.at(name), ladder_in(record));
    job.overrides = options.overrides;
    job.before = record;
    const AskedKnobs knobs = record.at("launch").at("asked").get<AskedKnobs>();
    bool chosen = true;
    for (const auto &[knob, values] : options.knobs)
      if (knobs.contains(knob))
        chosen = chosen && std::any_of(values.begin(), values.end(), [&](const auto &value) {
                   return parse_knob(knob, value) == knobs.at(knob);
                 });
    if (!chosen) continue;
    job.choice.launch = make_launch(*job.choice.entry.stage, knobs);
    job.overrides.samples = its.samples;
    job.overrides.half_length = its.half_length;
    job.overrides.operator_family = its.operator_family;
    jobs.push_back(job);
  }
  if (jobs.empty() && !plugin.empty())
    throw UsageError(
        fmt::format("'{}' holds records of the plug-in '{}': name its file with --stage=FILE.so",
                    options.baseline, plugin));
  if (jobs.empty())
    throw Error(
        Exit::not_comparable,
        fmt::format("stage differs: '{}' holds no record of the stages that were asked for; "
                    "`ladder check --write-baseline=FILE` makes a baseline of them",
                    options.baseline));
  return jobs;
}

std::vector<CheckJob> jobs_of_options(const CheckOptions &options) {
  std::vector<CheckJob> jobs;
  for (const Choice &choice : choose(options))
    jobs.push_back({choice, one_case(options), options.located, nullptr});
  return jobs;
}

std::string name_of_point(const Choice &choice, const Case &c) {
  const std::string launch = describe(knobs_of(*choice.entry.stage, choice.launch));
  return fmt::format("{}{}{} on {}", choice.entry.name(), launch.empty() ? "" : " ", launch,
                     c.short_text());
}

}  // namespace ladder
