// ladder check: whether something got slower, in words, in an exit code, and in files for a CI.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <set>

#include "harness/answers/check/alternate.h"
#include "harness/answers/check/baseline.h"
#include "harness/answers/check/other_program.h"
#include "harness/answers/check/report.h"
#include "harness/answers/options/rooms.h"
#include "harness/answers/options/say_case.h"
#include "harness/answers/records/record.h"
#include "harness/base/libraries.h"
#include "harness/base/progress.h"
#include "harness/base/statistics/median.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/verify/proof_window.h"
#include "harness/command/check_counts.h"
#include "harness/command/check_jobs.h"
#include "harness/command/registry.h"
#include "harness/command/shown/text_output.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

constexpr double usual_effect = 0.02, usual_effect_of_counts = 0.002;

std::string name_of(const Choice &choice, const Case &c) {
  return fmt::format("{}, {} steps", name_of_point(choice, c), c.steps);
}

double effect_of(const CheckOptions &options) {
  if (options.least_effect >= 0) return options.least_effect;
  return options.metric == "instructions" ? usual_effect_of_counts : usual_effect;
}

// Samples of a record [s].
std::vector<double> samples_of(const Json &record) {
  std::vector<double> seconds;
  for (double ns : record.at("samples").at("wall_ns")) seconds.push_back(1e-9 * ns);
  return seconds;
}

// Whether the runs gave times at all; otherwise the finding says why not.
bool went_well(const Alternation &runs, const std::vector<std::string> &programs,
               Finding &finding) {
  const std::string who = programs[runs.failed] == this_program() ? "now" : "the other program";
  if (!runs.refused.empty()) {
    finding.outcome = Exit::not_comparable;
    finding.words = "the stage refuses: " + runs.refused;
  } else if (runs.error.status != LADDER_OK) {
    finding.outcome = of_device(runs.error.status) ? Exit::device : Exit::wrong;
    finding.words = fmt::format("{}: {}", who, runs.error.words);
  } else if (!runs.verdict.passed) {
    finding.outcome = Exit::wrong;
    finding.words = fmt::format("{}: {}", who, runs.verdict.words);
  } else {
    return true;
  }
  return false;
}

class Check {
 public:
  Check(const CheckOptions &options, const std::vector<StageName> &its_stages)
      : options_(options), environment_(read_environment()), effect_(effect_of(options)),
        its_stages_(its_stages) {}

  Finding time(const CheckJob &job, double seconds) {
    const auto loaded = load_case(job.found, job.overrides);
    const Case &c = *loaded;
    if (said_.insert(c.hash).second) say_case(c);
    Finding finding;
    finding.point = name_of(job.choice, c);
    finding.metric = options_.metric;
    const std::string lacking = lacks(*job.choice.entry.stage, environment_);
    if (!lacking.empty()) {
      finding.outcome = Exit::nothing_ran;
      finding.words = lacking;
      return finding;
    }
    if (!options_.against.empty())
      finding.words = stage_lacking(options_.against, its_stages_, job.choice.entry);
    if (!finding.words.empty()) {
      finding.outcome = Exit::not_comparable;
      return finding;
    }
    CanaryTimes then;
    if (!job.before.is_null()) {
      const Json now = point_json(c, job.choice, options_.cache == "cold");
      const std::string why = not_comparable(job.before, environment_json(environment_),
                                             now.at("case"), job.choice.entry.plugin);
      if (!why.empty()) {
        finding.outcome = Exit::not_comparable;
        finding.words = why;
        return finding;
      }
      then = canary_times(job.before);
    }
    How how = how_to_measure(options_, options_, job.overrides);
    if (!job.found.made) how.case_arguments[0] = "--case=" + job.found.shown;
    // The same program twice: what it shows against itself is the noise of this machine now.
    std::vector<std::string> programs = {this_program(), this_program()};
    if (!options_.against.empty()) programs.insert(programs.begin(), options_.against);
    const Metric metric = options_.metric == "kernel" ? Metric::kernel : Metric::wall;
    const Alternation runs = alternate(
        c, job.choice, how, programs, metric,
        {.seconds = seconds, .precision = 0.25 * effect_, .canary = !then.empty()}, progress);
    if (!runs.windows.windows.empty()) say(words_of_windows(runs.windows));
    if (!went_well(runs, programs, finding)) return finding;
    // Programs: [the other one,] this one, this one again.
    const std::size_t now = programs.size() - 2, again = now + 1;
    std::vector<double> against_itself, against_other;
    for (std::size_t i = 0; i < runs.seconds[now].size(); ++i) {
      const double one = runs.log_of_first[now][i], two = runs.log_of_first[again][i];
      against_itself.push_back(two - one);
      against_other.push_back(0.5 * (one + two));
    }
    finding.noise = ratio_of_logarithms(against_itself);
    if (job.before.is_null()) {
      finding.change = ratio_of_logarithms(against_other);
      finding.before = median(runs.seconds[0]);
    } else {
      const auto before = samples_of(job.before);
      finding.change = unpaired_ratio(before, runs.seconds[now]);
      finding.before = median(before);
      // The baseline was one process: its time may lie as far from the middle of many as theirs do now.
      std::vector<double> processes = runs.seconds[now];
      processes.insert(processes.end(), runs.seconds[again].begin(), runs.seconds[again].end());
      finding.noise = spread(processes);
      finding.machine = machine_change(then, canary_times(runs.canary),
                                       job.choice.entry.stage->device != LADDER_ON_HOST);
    }
    finding.after = median(runs.seconds[now]);
    decide(finding, effect_);
    return finding;
  }

  std::vector<Finding> run(const std::vector<CheckJob> &jobs) {
    std::vector<Finding> findings;
    for (const CheckJob &job : jobs) try {
        findings.push_back(time(job, options_.repetition.time_limit_s / double(jobs.size())));
      } catch (const Error &why) {  // the other points may be comparable
        if (why.exit != Exit::not_comparable) throw;
        Finding &finding = findings.emplace_back();
        finding.point = job.choice.entry.name();
        finding.metric = options_.metric;
        finding.outcome = why.exit;
        finding.words = why.what();
      }
    return findings;
  }

 private:
  const CheckOptions &options_;
  Environment environment_;
  double effect_;
  const std::vector<StageName> &its_stages_;  // of the program of --against
  std::set<std::string> said_;                // hashes of cases that were reported in words
};

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
    const std::string point = name_of(job.choice, c);
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
  return Check(options, its_stages).run(jobs);
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
