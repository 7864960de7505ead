#include "harness/command/timed_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "harness/base/progress.h"

namespace ladder {
namespace {

// Google Benchmark's own grammar; it takes a leading '-' as "all but these".
void refuse_wrong_filter(const std::string &filter) try {
  std::regex(filter.starts_with('-') ? filter.substr(1) : filter, std::regex_constants::extended);
} catch (const std::regex_error &why) {
  throw UsageError(
      fmt::format("--benchmark_filter={}: not a regular expression: {}", filter, why.what()));
}

void refuse_idle_benchmark_options(const TimedRun &run) {
  const auto given = [&](const char *name) { return run.is_given(name); };
  if (given("--benchmark_repetitions"))
    run.refuse({"--repetitions", "--precision"},
               "--benchmark_repetitions says how many samples are taken");
  if (given("--benchmark_min_time"))
    run.refuse({"--repetitions", "--benchmark_repetitions", "--precision", "--time-limit"},
               "--benchmark_min_time says for how long samples are taken");
  if (!given("--benchmark_out"))
    run.refuse({"--benchmark_out_format", "--overwrite"}, "--benchmark_out is missing");
  if (run.json) run.refuse({"--benchmark_format"}, "--json prints records on standard output");
  if (run.benchmark_format != "console")
    run.refuse({"--wide"}, "--benchmark_format prints samples in place of tables");
  if (run.half_lengths().size() < 2 && run.samples().size() < 2) return;
  for (const char *name : {"--benchmark_out", "--benchmark_format"})
    if (given(name))
      throw UsageError(
          fmt::format("{} names a point by its case, stage and launch: it takes one --half-length "
                      "and one --nt",
                      name));
}

bool has_threads(const Choice &choice) {
  const ladder_stage &stage = *choice.entry.stage;
  return stage.device == LADDER_ON_HOST && has_knob(stage, "threads");
}

}  // namespace

void TimedRun::declare_stages_and_case(Declared &declared, bool tuned_launches) {
  declare_stages(declared);
  declared.add("Stages", {proof_option(), isolate_option(), hang_limit_option()});
  if (tuned_launches) declared.add("Stages", {launch_option()});
  declared.add("Case", {case_option(), replay_option(), ladder_option()});
  declared.add("Case", options_of_case(CaseOption::all));
}

void TimedRun::declare_measuring(Declared &declared) {
  declared.add("Measuring", timing_options());
  declared.add(
      "Measuring",
      {{"--cache", OneOf{&cache, {"warm", "cold"}},
        "cold: the caches are emptied before every sample"},
       {"--benchmark_filter", Text{&repetition.filter, "REGEX"},
        "measure the points whose names match, such as wave/thesis/smem/threads=128/warm"},
       {"--benchmark_repetitions", Whole{&repetition.samples, 1, 1000},
        "the same as --repetitions, by Google Benchmark's name"},
       {"--benchmark_min_time", Seconds{&repetition.least_time_s, 0.001, longest_time},
        "take samples of a point until their times add up to this, whatever the precision", "s"},
       {"--benchmark_out", Text{&benchmark_out, "FILE", Offer::outputs},
        "also write the samples in Google Benchmark's format, for its compare.py"},
       {"--benchmark_out_format", OneOf{&benchmark_out_format, {"json", "csv"}},
        "format of the --benchmark_out file"},
       {"--benchmark_format", OneOf{&benchmark_format, {"console", "json", "csv"}},
        "format of standard output: tables, or what --benchmark_out writes"}});
}

void TimedRun::settle() {
  refuse_idle_case_options();
  if (json) refuse({"--wide"}, "--json prints JSON instead of tables");
  settle_budget(*this);
  refuse_idle_launch();
  refuse_idle_ladder();
  refuse_wrong_filter(repetition.filter);
  refuse_idle_benchmark_options(*this);
  refuse_idle_hang_limit(*this, *this);
  locate_or_make();
  settle_stages();
}

void say_if_threads_are_slow(const std::vector<Choice> &choices, const Environment &environment) {
  const std::string why = why_threads_are_slow(environment.openmp);
  if (!why.empty() && std::ranges::any_of(choices, has_threads)) say("warning: " + why);
}

Exit exit_code(const std::vector<Measured> &points) {
  bool ran = false, wrong = false, device = false;
  for (const Measured &one : points) {
    if (!one.skipped.empty() || one.point.stopped_by == "filter") continue;
    device = device || one.device();
    wrong = wrong || !one.right();
    ran = true;
  }
  if (device) return Exit::device;
  if (wrong) return Exit::wrong;
  return ran ? Exit::ok : Exit::nothing_ran;
}

}  // namespace ladder
