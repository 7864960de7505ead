#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "harness/answers/check/baseline.h"
#include "harness/answers/options/case_choice.h"
#include "harness/base/child.h"
#include "harness/base/files.h"
#include "harness/base/progress.h"
#include "harness/command/check_jobs.h"

namespace ladder {
namespace {

constexpr double limit_s = 1200;  // of one run

void count_emulated(const CheckOptions &options, const Against *against, const CheckJob &job,
                    const Case &c, Counts &counts) {
  const Choice choice = against ? old_choice(job, *against) : job.choice;
  const TemporaryFile file("ladder-counts");
  progress(fmt::format("{}: its recorded calls in the emulation ...", choice.entry.name()));
  run_counted(c, choice, how_to_measure(options, options, job.overrides), file.path);
  counts.how = "the emulation";
  for (const auto &[name, value] : emulated_counts(file.path))
    counts.of_point[fmt::format("{}: {}", name_of_point(job.choice, c), name)] = value;
}

// The side of --against, or else that of now. `said`: hashes of cases that were printed.
Counts count(const CheckOptions &options, const Against *against, const std::vector<CheckJob> &jobs,
             std::set<std::string> &said) {
  Counts counts{options.metric, "", read_environment().build, {}};
  const bool emulated = options.metric == "emulated";
  for (const CheckJob &job : jobs) {
    if ((job.choice.entry.stage->device == LADDER_ON_HOST) == emulated) continue;
    if (against && !lacks_old_side(*against, job.choice.entry).empty()) continue;
    CaseOverrides overrides = job.overrides;
    overrides.samples.reset();  // the count of steps is chosen there
    const auto loaded = load_case(job.found, overrides);
    const Case &c = *loaded;
    if (said.insert(c.hash).second) say_case(c);
    if (emulated) {
      count_emulated(options, against, job, c, counts);
      continue;
    }
    progress(fmt::format("{}: counting instructions ...", job.choice.entry.name()));
    const auto counted = instructions_of(options, job, against, limit_s);
    counts.how = counted.how;
    counts.of_point[name_of_point(job.choice, c)] = counted.per_step;
  }
  if (counts.of_point.empty() && !against)
    throw Error(Exit::nothing_ran,
                fmt::format("--metric={} counts {}, and none is chosen: name one with --stage",
                            options.metric, emulated ? "CUDA stages" : "stages on the host"));
  return counts;
}

// Before the first is counted: a baseline of another case or of other stages.
void refuse_uncounted(const CheckOptions &options, const Counts &before,
                      const std::vector<CheckJob> &jobs) {
  std::vector<std::string> points;
  for (const CheckJob &job : jobs)
    points.push_back(name_of_point(job.choice, *load_case(job.found, job.overrides)));
  const auto counted = [&](const std::string &point) {
    const auto at = before.of_point.lower_bound(point);  // emulated counts have several of a point
    return at != before.of_point.end() && at->first.starts_with(point);
  };
  if (std::ranges::any_of(points, counted)) return;
  std::vector<std::string> there;
  for (const auto &[point, instructions] : before.of_point) there.push_back(point);
  throw Error(Exit::not_comparable,
              fmt::format("'{}' holds counts of {}, and none of what was asked for: choose with "
                          "--case, --stage and --half-length",
                          options.baseline, fmt::join(there, "; ")));
}

}  // namespace

InstructionCount instructions_of(const CheckOptions &options, const CheckJob &job,
                                 const Against *against, double limit_s) {
  Choice choice = against ? old_choice(job, *against) : job.choice;
  const std::string name = job.choice.entry.name();
  if (of_routine(job) && !(against && against->other_program())) {
    const auto counted = against ? against->counted : counted_now({name});
    if (const auto at = counted.find(name); at != counted.end()) choice.entry.path = at->second;
  }
  CaseOverrides overrides = job.overrides;
  overrides.samples.reset();
  How how = how_to_measure(options, options, overrides);
  if (!job.found.made) how.case_arguments[0] = "--case=" + job.found.shown;
  const std::string program = against ? against->program : this_program();
  return count_instructions(program, worker_arguments(choice, how),
                            of_routine(job) ? Steps::calls : Steps::of_time, limit_s);
}

std::vector<Finding> check_counts(const CheckOptions &options, const std::vector<CheckJob> &jobs,
                                  const Against &against, double effect) {
  std::optional<Counts> before;  // read first: counting takes long
  if (!options.baseline.empty()) {
    before = read_counts(options.baseline);
    refuse_uncounted(options, *before, jobs);
  }
  std::set<std::string> said;
  const Counts now = count(options, nullptr, jobs, said);
  if (!options.write_baseline.empty()) write_counts(options.write_baseline, now, options.overwrite);
  if (!before && against.given.empty()) return {};
  if (!before) before = count(options, &against, jobs, said);
  return compare_counts(*before, now, effect);
}

}  // namespace ladder
