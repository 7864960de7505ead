#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>

#include "harness/answers/check/against.h"
#include "harness/answers/check/baseline.h"
#include "harness/answers/options/case_choice.h"
#include "harness/answers/records/read_records.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/clock.h"
#include "harness/base/progress.h"
#include "harness/base/statistics/statistics.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/verify/proof_window.h"
#include "harness/command/check_jobs.h"

namespace ladder {
namespace {

// The rest of a job's time is for its wall time.
constexpr double share_of_counting = 0.5;

// Whether the runs gave times at all; otherwise the finding says why not.
bool went_well(const Alternation &runs, bool old_failed, Finding &finding) {
  const std::string who = old_failed ? "the old side" : "now";
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
  Times(const CheckOptions &options, const Against &against, double effect)
      : options_(options), against_(against), environment_(read_environment()), effect_(effect) {}

  Finding time(const CheckJob &job, double seconds) {
    const double begin = steady_s();
    const auto loaded = load_case(job.found, job.overrides);
    const Case &c = *loaded;
    if (said_.insert(c.hash).second) say_case(c);
    Finding finding;
    finding.point = name_of_job(job, c);
    finding.metric = options_.metric;
    finding.hash_after = job.choice.entry.hash;
    place_of(job, finding);
    finding.words = lacks_time(job.choice.entry, environment_);
    if (!finding.words.empty()) {
      finding.outcome = Exit::nothing_ran;
      if (adopted_ladder() && job.choice.entry.stage->device == LADDER_ON_CUDA)
        finding.words += "; --metric=emulated compares what its kernels do, without a GPU";
      return finding;
    }
    CanaryTimes then;
    if (against_.given.empty()) {
      const Json now = point_json(c, job.choice, options_.cache == "cold");
      finding.words = not_comparable(job.before, environment_json(environment_), now.at("case"),
                                     job.choice.entry.plugin);
      if (finding.words.empty()) then = canary_times(job.before);
      finding.hash_before = job.before.at("stage").value("hash", "");
    } else {
      finding.words = lacks_old_side(against_, job.choice.entry);
    }
    if (!finding.words.empty()) {
      finding.outcome = Exit::not_comparable;
      return finding;
    }
    // The same program twice: what it shows against itself is the noise of this machine now.
    const Side now{this_program(), job.choice};
    std::vector<Side> sides = {now, now};
    if (!against_.given.empty()) {
      sides.insert(sides.begin(), Side{against_.program, old_choice(job, against_)});
      // Another program has its own source of a built-in stage, but compiles none of a routine.
      const bool its_own = against_.other_program() && !job.choice.entry.plugin;
      if (!its_own) finding.hash_before = sides[0].choice.entry.hash;
    }
    count(job, seconds, finding);
    How how = how_to_measure(options_, options_, job.overrides);
    if (!job.found.made) how.case_arguments[0] = "--case=" + job.found.shown;
    const Metric metric = options_.metric == "kernel" ? Metric::kernel : Metric::wall;
    const Alternation runs = alternate(c, how, sides, metric,
                                       {.budget_s = std::max(1e-3, seconds - (steady_s() - begin)),
                                        .canary = !then.empty(),
                                        .decided =
                                            [&](const Alternation &so_far) {
                                              Finding now_found = finding;
                                              compare(job, then, so_far, now_found);
                                              return is_settled(now_found, effect_);
                                            }},
                                       progress);
    if (!runs.windows.windows.empty()) say(words_of_windows(runs.windows));
    if (!went_well(runs, sides.size() > 2 && runs.failed == 0, finding)) return finding;
    compare(job, then, runs, finding);
    decide(finding, effect_);
    return finding;
  }

  std::vector<Finding> run(const std::vector<CheckJob> &jobs) {
    std::vector<Finding> findings;
    const double begin = steady_s();
    for (const CheckJob &job : jobs) try {
        const double left_s = std::max(1e-3, options_.repetition.budget_s - (steady_s() - begin));
        findings.push_back(time(job, left_s / double(jobs.size() - findings.size())));
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
  // Where an annotation of the stage belongs: the routine in its source, of the original in the
  // owner's; or the stage's file.
  static void place_of(const CheckJob &job, Finding &finding) {
    const StageEntry &entry = job.choice.entry;
    const AdoptedLadder *adopted = adopted_ladder();
    finding.file = entry.file;
    if (!adopted) return;
    std::filesystem::path file = adopted->folder / entry.file;
    if (!entry.stage->parent) file = adopted->described.value("source_file", file.string());
    finding.file = file.lexically_proximate(std::filesystem::current_path()).string();
    const std::string routine = adopted->described.value("routine", "");
    std::ifstream in(file);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      std::ranges::transform(line, line.begin(), [](unsigned char c) { return std::tolower(c); });
      if (line.find(routine + "(") == std::string::npos &&
          line.find(routine + " (") == std::string::npos)
        continue;
      finding.line = number;
      return;
    }
  }

  // Of a stage on the host, both sides; the baseline's are in its record.
  void count(const CheckJob &job, double seconds, Finding &finding) {
    if (options_.metric != "wall" || job.choice.entry.stage->device != LADDER_ON_HOST) return;
    const Json &kept = job.before.is_null() ? Json() : job.before.value("instructions", Json());
    if (!job.before.is_null() && kept.is_null()) {
      finding.not_counted = "the baseline has no instructions; --write-baseline=FILE counts them";
      return;
    }
    try {
      progress(fmt::format("{}: counting instructions ...", job.choice.entry.name()));
      const double begin = steady_s();
      const auto left_s = [&] {
        return std::max(1e-3, share_of_counting * seconds - (steady_s() - begin));
      };
      const InstructionCount now = instructions_of(options_, job, nullptr, 0.5 * left_s());
      if (kept.is_null()) {
        const double before = instructions_of(options_, job, &against_, 0.5 * left_s()).per_step;
        finding.instructions = now.per_step / before;
      } else if (kept.value("how", "") != now.how) {
        finding.not_counted = "the baseline's instructions were counted by " +
                              kept.value("how", std::string("something else"));
      } else {
        finding.instructions = now.per_step / kept.at("per_step").get<double>();
      }
    } catch (const Error &why) {
      if (why.exit == Exit::interrupted) throw;
      finding.not_counted = why.what();
    }
  }

  static void compare(const CheckJob &job, const CanaryTimes &then, const Alternation &runs,
                      Finding &finding) {
    // Sides: [the old one,] this one, this one again.
    const std::size_t now = runs.seconds.size() - 2, again = now + 1;
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
  }

  const CheckOptions &options_;
  const Against &against_;
  Environment environment_;
  double effect_;
  std::set<std::string> said_;  // hashes of cases that were reported in words
};

}  // namespace

std::string name_of_job(const CheckJob &job, const Case &c) {
  return fmt::format("{}, {} steps", name_of_point(job.choice, c), c.steps);
}

std::vector<Finding> check_times(const CheckOptions &options, const std::vector<CheckJob> &jobs,
                                 const Against &against, double effect) {
  return Times(options, against, effect).run(jobs);
}

}  // namespace ladder
