// ladder sweep: every combination of launches and cases, each record on disk as its point ends.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/answers/options/case_choice.h"
#include "harness/answers/options/choose.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/read_records.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/clock.h"
#include "harness/base/progress.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/verify/batch.h"
#include "harness/command/line/commands.h"
#include "harness/command/shown/sweep_table.h"
#include "harness/command/timed_run.h"

namespace ladder {
namespace {

struct SweepOptions : TimedRun {
  bool resume = false;

  void declare(Declared &declared) {
    declare_stages_and_case(declared, false);
    declare_measuring(declared);
    declared.add("Output",
                 {output_option(output), resume_option(resume), overwrite_option(overwrite),
                  json_option(json), dry_run_option(dry_run)});
  }
};

struct Plan {
  CaseOverrides overrides;
  Json problem;  // the case as in a record
  std::vector<std::vector<Choice>> groups;
  std::size_t points() const {
    std::size_t count = 0;
    for (const auto &group : groups) count += group.size();
    return count;
  }
};

// Stages with the same knobs are measured together, interleaved; the groups follow each other.
std::vector<std::vector<Choice>> grouped(const std::vector<Choice> &choices) {
  std::vector<std::vector<Choice>> groups;
  std::map<std::string, std::size_t> place;
  for (const Choice &choice : choices) {
    const std::string launch = describe(knobs_of(*choice.entry.stage, choice.launch));
    const auto [at, is_new] = place.try_emplace(launch, groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].push_back(choice);
  }
  return groups;
}

// What is left to do, and how many points were done before.
class Sweep {
 public:
  Sweep(const SweepOptions &options, const std::vector<Choice> &choices) : options_(options) {
    for (const CaseOverrides &overrides : each_case(options)) {
      const auto c = load_case(options.located, overrides);
      // Found out before the first point, not at the last.
      proven_by_samples(*c, how_to_measure(options, options, overrides), choices.size(), 1);
      plans_.push_back({overrides, point_json(*c, choices.front(), false).at("case"), {}});
      for (const auto &group : grouped(choices)) plans_.back().groups.push_back(group);
    }
  }

  void leave_out(const std::string &path, const Environment &environment) {
    std::vector<Json> points;
    for (const Plan &plan : plans_)
      for (const auto &group : plan.groups)
        for (const Choice &choice : group) points.push_back(point(plan, choice));
    const Finished finished = finished_points(path, environment_json(environment), points);
    others_ = finished.others;
    for (Plan &plan : plans_)
      for (auto &group : plan.groups)
        done_before_ += static_cast<int>(std::erase_if(group, [&](const Choice &choice) {
          return finished.points.contains(point_key(point(plan, choice)));
        }));
  }

  // As in its record.
  Json point(const Plan &plan, const Choice &choice) const {
    Json json = {{"stage", {{"name", choice.entry.name()}, {"hash", choice.entry.hash}}},
                 {"case", plan.problem},
                 {"cache", options_.cache}};
    json["launch"]["asked"] = knobs_of(*choice.entry.stage, choice.launch);
    return json;
  }

  const std::vector<Plan> &plans() const { return plans_; }
  int done_before() const { return done_before_; }
  int others() const { return others_; }  // records of other points in the file
  std::size_t points() const {
    std::size_t count = 0;
    for (const Plan &plan : plans_) count += plan.points();
    return count;
  }

 private:
  const SweepOptions &options_;
  std::vector<Plan> plans_;
  int done_before_ = 0, others_ = 0;
};

std::string time_left(double elapsed_s, std::size_t done, std::size_t left) {
  if (done == 0) return "";
  const long seconds = std::lround(elapsed_s / double(done) * double(left));
  return fmt::format(", {}:{:02} left", seconds / 60, seconds % 60);
}

// Of a case whose operator has one.
std::string half_length_text(const Json &the_case) {
  return the_case.contains("half_length")
             ? fmt::format("half-length={} ", the_case.at("half_length").get<int>())
             : "";
}

void show_plan(const Sweep &sweep, const Environment &environment, bool json) {
  for (const Plan &plan : sweep.plans())
    for (const auto &group : plan.groups)
      for (const Choice &choice : group) {
        const std::string why = lacks_time(choice.entry, environment);
        const std::string launch = describe(knobs_of(*choice.entry.stage, choice.launch));
        print_point(
            json,
            {{"case", plan.problem},
             {"stage", choice.entry.name()},
             {"launch", launch},
             {"lacks", why}},
            fmt::format("{} {}nt={} {} {}", plan.problem.at("name").get<std::string>(),
                        half_length_text(plan.problem), plan.problem.at("steps").get<int>() + 1,
                        choice.entry.name(), launch),
            why);
      }
}

Exit run_sweep(const SweepOptions &options) {
  const std::vector<Choice> choices =
      choose(options, [](const std::string &why) { say("left out: " + why); });
  if (choices.empty())
    throw Error(Exit::nothing_ran, "the stages refused every combination; nothing ran");
  const Environment environment = read_environment();
  Sweep sweep(options, choices);
  const std::string path =
      options.output.empty()
          ? (experiment_of_today(machine_folder(environment), "sweep") / "records.jsonl").string()
          : options.output;
  if (options.dry_run) {
    if (options.resume) sweep.leave_out(path, environment);
    show_plan(sweep, environment, options.json);
    say(fmt::format("{} points to measure, {} already measured", sweep.points(),
                    sweep.done_before()));
    return Exit::ok;
  }
  claim_benchmark_output(options, path);
  say_if_threads_are_slow(choices, environment);
  Recorder recorder(path, environment);
  if (options.resume) sweep.leave_out(path, environment);
  const std::size_t all = sweep.points();
  if (sweep.done_before() > 0)
    say(fmt::format("{} points are already in '{}'; {} remain", sweep.done_before(), path, all));
  if (sweep.others() > 0)
    say(fmt::format("'{}' also holds {} record{} of other points, which stay as they are", path,
                    sweep.others(), sweep.others() == 1 ? "" : "s"));
  if (all == 0) return Exit::ok;

  const double start = steady_s();
  std::vector<Measured> measured;
  std::vector<Json> kept;
  Table table(columns_of_sweep);
  bool whole = true;
  for (const Plan &plan : sweep.plans()) {
    if (plan.points() == 0 || !whole) continue;
    const auto loaded = load_case(options.located, plan.overrides);
    const Case &c = *loaded;
    say_case(c);
    std::shared_ptr<const Truth> original;
    for (const auto &group : plan.groups) {
      if (group.empty() || !whole) continue;
      const double elapsed_s = steady_s() - start;
      const std::string where =
          fmt::format("point {} of {}{}: ", measured.size() + 1, all,
                      time_left(elapsed_s, measured.size(), all - measured.size()));
      MeasureWatch watch;
      watch.progress = [&](const std::string &words) { progress(where + words); };
      watch.sampled = [&](const Measured &one) { recorder.sampled(c, one); };
      watch.done = [&](const Measured &one) {
        const Json record = recorder.done(c, one);
        if (record.is_null()) return;
        kept.push_back(record);
        if (options.json) fmt::print("{}\n", record.dump());
      };
      How how = how_to_measure(options, options, plan.overrides);
      if (how.repetition.budget_s > 0) {  // a share of what is left, by its number of points
        const double left_s = std::max(0.0, how.repetition.budget_s - elapsed_s);
        how.repetition.budget_s =
            std::max(1e-3, left_s * double(group.size()) / double(all - measured.size()));
      }
      const Measurement now = measure(c, environment, group, how, original, watch);
      whole = now.whole;
      for (const Measured &one : now.points) {
        table.row(row_of_sweep(c, one));
        measured.push_back(one);
        measured.back().trace.traced.reset();
      }
    }
  }
  recorder.finish();
  progress_done();
  write_benchmark_output(options, kept);
  const bool nothing = !whole && kept.empty();
  if (!nothing && !options.json && options.benchmark_format == "console")
    fmt::print("{}", table.text());
  say(recorder.summary(whole));
  if (options.output.empty()) note_command(path);
  return whole ? exit_code(measured) : Exit::interrupted;
}

}  // namespace

const Command sweep_command = {
    "sweep",
    "Measure",
    "measure every combination of launches and cases; each is recorded as it ends",
    {"sweep --stage=smem --threads=64:1024:*2 --half-length=4,8",
     "sweep --stage=c-omp --threads=1:16 --output=threads.jsonl --resume"},
    false,
    bind_options<SweepOptions, run_sweep>};

}  // namespace ladder
