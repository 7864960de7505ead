// ladder check: whether something got slower, in words, in an exit code, and in files for a CI.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "harness/answers/check/other_program.h"
#include "harness/answers/check/report.h"
#include "harness/answers/options/rooms.h"
#include "harness/base/libraries.h"
#include "harness/base/progress.h"
#include "harness/command/check_counts.h"
#include "harness/command/check_jobs.h"
#include "harness/command/check_times.h"
#include "harness/command/registry.h"
#include "harness/command/shown/text_output.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

constexpr double usual_effect = 0.02, usual_effect_of_counts = 0.002;

double effect_of(const CheckOptions &options) {
  if (options.least_effect >= 0) return options.least_effect;
  return options.metric == "instructions" ? usual_effect_of_counts : usual_effect;
}

void check_options(const CheckOptions &options) {
  const int sources = !options.baseline.empty() + !options.against.empty();
  const bool saves =
      (options.compiled || options.metric == "instructions") && !options.output.empty();
  if (sources > 1) throw UsageError("--baseline and --against exclude each other");
  if (sources == 0 && !saves)
    throw UsageError(
        "`ladder check` needs --baseline=FILE or --against=PATH/TO/OLD/ladder; see "
        "harness/answers/check/README.md");
  if (!options.against.empty() && access(options.against.c_str(), X_OK) != 0)
    throw FileError(
        fmt::format("'{}' cannot be started as a program: {}; records of earlier runs "
                    "are given with --baseline=FILE",
                    options.against, std::strerror(errno)));
  if (!options.baseline.empty() && options.metric == "kernel")
    throw UsageError("--metric=kernel needs --against: a baseline holds wall times only");
}

constexpr char heading[] = "ladder check";

// Found out before anything is measured.
void claim_outputs(const CheckOptions &options) {
  if (!options.markdown.empty())
    refuse_foreign_summary(options.markdown, fmt::format("### {}", heading));
  std::error_code problem;
  if (const auto folder = std::filesystem::path(options.output).parent_path();
      options.compiled && !folder.empty())
    std::filesystem::create_directories(folder, problem);
  if (!options.junit.empty() && !has_library("pugixml")) throw lacks_library("pugixml", "--junit");
  for (const auto &path : {options.output, options.junit})
    if (!path.empty()) claim_text_output(path, options.overwrite);
}

std::vector<CheckJob> jobs_of(const CheckOptions &options) {
  const bool recorded = !options.baseline.empty() && options.metric != "instructions";
  return recorded ? jobs_of_baseline(options) : jobs_of_options(options);
}

Exit show_jobs(const CheckOptions &options, const std::vector<CheckJob> &jobs) {
  for (const CheckJob &job : jobs) {
    const auto loaded = load_case(job.found, job.overrides);
    const Case &c = *loaded;
    const std::string point = name_of_job(job, c);
    const Json description = {{"point", point},
                              {"case_hash", c.hash},
                              {"metric", options.metric},
                              {"least_effect", effect_of(options)},
                              {"seconds", options.repetition.time_limit_s / double(jobs.size())}};
    fmt::print("{}\n", options.json ? description.dump() : point);
  }
  return Exit::ok;
}

std::vector<Finding> findings_of(const CheckOptions &options, const std::vector<CheckJob> &jobs,
                                 const std::vector<StageName> &its_stages) {
  if (options.compiled) {
    CompiledCheck asked{options.stages,
                        options.output,
                        options.baseline,
                        options.against,
                        options.overwrite,
                        options.least_effect,
                        {}};
    if (options.is_given("--case"))
      asked.load = [&] { return load_case(options.located, one_case(options)); };
    return check_compiled(asked);
  }
  if (options.metric == "instructions")
    return check_counts(options, jobs, its_stages, effect_of(options));
  return check_times(options, jobs, its_stages, effect_of(options));
}

Exit run_check(const CheckOptions &options) {
  check_options(options);
  std::vector<StageName> its_stages;
  if (!options.against.empty()) its_stages = stages_of_program(options.against);
  std::vector<CheckJob> jobs;
  if (!options.compiled) jobs = jobs_of(options);
  if (options.dry_run) return show_jobs(options, jobs);
  claim_outputs(options);
  const std::vector<Finding> findings = findings_of(options, jobs, its_stages);
  progress_done();
  if (findings.empty()) {  // nothing to hold it against was given: it is to be kept
    fmt::print("kept in '{}'\n", options.output);
    return Exit::ok;
  }
  if (!options.markdown.empty())
    append_summary(options.markdown, findings_markdown(findings, heading));
  if (!options.junit.empty())
    write_whole(options.junit, findings_junit(findings), options.overwrite);
  if (options.json)
    fmt::print("{}\n", findings_json(findings).dump(2));
  else
    fmt::print("{}", findings_table(findings));
  return outcome_of_all(findings);
}

}  // namespace

const Command check_command = {"check",
                               "Measure",
                               "decide whether something got slower, for CI",
                               {"check --against=PATH/TO/OLD/ladder --stage=c-O3",
                                "check --baseline=records.jsonl --markdown=summary.md"},
                               false,
                               bind_options<CheckOptions, run_check>};

}  // namespace ladder
