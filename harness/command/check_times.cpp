#include "harness/command/check_times.h"

#include <fmt/format.h>

#include <set>

#include "harness/answers/check/alternate.h"
#include "harness/answers/check/baseline.h"
#include "harness/answers/options/say_case.h"
#include "harness/answers/records/record.h"
#include "harness/answers/records/result.h"
#include "harness/base/progress.h"
#include "harness/base/statistics/median.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/verify/proof_window.h"

namespace ladder {
namespace {

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

class Times {
 public:
  Times(const CheckOptions &options, const std::vector<StageName> &its_stages, double effect)
      : options_(options), environment_(read_environment()), effect_(effect),
        its_stages_(its_stages) {}

  Finding time(const CheckJob &job, double seconds) {
    const auto loaded = load_case(job.found, job.overrides);
    const Case &c = *loaded;
    if (said_.insert(c.hash).second) say_case(c);
    Finding finding;
    finding.point = name_of_job(job, c);
    finding.metric = options_.metric;
    const std::string lacking = lacks_time(job.choice.entry, environment_);
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
      const auto before = sample_seconds(job.before);
      finding.change = unpaired_ratio(before, runs.seconds[now]);
      finding.before = median(before);
      // The baseline was one process: its time may lie as far from the middle of many as theirs do
      // now.
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

}  // namespace

std::string name_of_job(const CheckJob &job, const Case &c) {
  return fmt::format("{}, {} steps", name_of_point(job.choice, c), c.steps);
}

std::vector<Finding> check_times(const CheckOptions &options, const std::vector<CheckJob> &jobs,
                                 const std::vector<StageName> &its_stages, double effect) {
  return Times(options, its_stages, effect).run(jobs);
}

}  // namespace ladder
