// ladder: proves, times and traces the stages, keeps the records, prints the table and the
// waterfall.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/answers/compared.h"
#include "harness/answers/in_program.h"
#include "harness/answers/options/case_choice.h"
#include "harness/answers/options/choose.h"
#include "harness/answers/records/comparable.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/progress.h"
#include "harness/base/statistics/statistics.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/verify/batch.h"
#include "harness/command/line/commands.h"
#include "harness/command/shown/results_table.h"
#include "harness/command/shown/sweep_table.h"
#include "harness/command/shown/text_output.h"
#include "harness/command/timed_run.h"

namespace ladder {
namespace {

struct LadderOptions : TimedRun, WrittenCase {
  bool wide = false;  // all columns of a table, however wide the screen is

  void declare(Declared &declared) {
    declare_stages_and_case(declared, true);
    declare_measuring(declared);
    declared.add("Output", {output_option(output), overwrite_option(overwrite), write_case_option(),
                            json_option(json), wide_option(wide), dry_run_option(dry_run)});
  }
};

// The chosen launches, with the original in front: speed-ups are relative to it.
std::vector<Choice> with_original(std::vector<Choice> choices, const std::string &ladder) {
  const bool there = std::any_of(choices.begin(), choices.end(), [](const Choice &c) {
    return !c.entry.stage->parent && (!c.entry.plugin || !c.entry.ladder.empty());
  });
  if (!there) {
    const StageEntry original = original_of(ladder);
    choices.insert(choices.begin(), {original, make_launch(*original.stage, {})});
  }
  return choices;
}

// Of a whole ladder, not every stage need be tuned.
void say_untuned(const LadderOptions &options, const std::vector<Choice> &asked) {
  if (options.launch != "tuned") return;
  if (const auto untuned = with_tuned_launches(options, asked).untuned; !untuned.empty())
    say(fmt::format("not tuned for this case, so run with their default launch: {}",
                    fmt::join(untuned, ", ")));
}

// Without a word the thesis' case is run, which takes long where somebody only wants a look.
void say_that_it_takes_minutes(const LadderOptions &options) {
  if (adopted_ladder()) return;
  for (const char *name : {"--case", "--model", "--replay", "--stage", "--nt"})
    if (options.given.contains(name)) return;
  say(
      fmt::format("no case was given: '{}' is run, which takes minutes. A small one: "
                  "ladder --case=small. All commands: ladder --help",
                  options.problem_case));
}

void show_choices(const std::vector<Choice> &choices, const Environment &environment, bool json) {
  Table table({{"stage"}, {"launch"}, {"can run here"}});
  for (const Choice &choice : choices) {
    const std::string why = lacks_time(choice.entry, environment);
    const std::string launch = describe(knobs_of(*choice.entry.stage, choice.launch));
    if (json)
      fmt::print("{}\n",
                 Json({{"stage", choice.entry.name()}, {"launch", launch}, {"lacks", why}}).dump());
    table.row({choice.entry.name(), launch, why.empty() ? "yes" : "no: " + why});
  }
  if (!json) fmt::print("{}", table.text());
}

// In the order of the points. What has a record is shown by what the records say.
std::vector<ResultRow> rows_of_points(const std::vector<Measured> &points,
                                      const std::vector<ResultRow> &of_records) {
  std::vector<ResultRow> rows;
  for (const Measured &one : points) {
    const ResultRow without = row_without_record(one);
    const auto at = std::ranges::find_if(of_records, [&](const ResultRow &row) {
      return row.stage == without.stage && row.launch == without.launch;
    });
    rows.push_back(at == of_records.end() ? without : *at);
  }
  return rows;
}

// The table, one stage in depth, the steps in words, and last the answer. On a terminal the words
// of each step would push the table off the screen: there they come with --wide.
void print_results(const LadderOptions &options, const Case &c, const std::vector<Measured> &points,
                   const std::vector<Choice> &asked, const std::vector<Json> &records,
                   const PredictionsByCell &predictions, const std::string &path) {
  const Screen shown = screen(options.wide);
  const auto stages = stage_answers(records, predictions);
  fmt::print("{}", results_table(rows_of_points(points, result_rows(records, stages)), shown));
  if (options.stages.empty()) fmt::print("{}", left_out_text(options.ladder, shown));
  if (asked.size() == 1)
    for (const Measured &one : points)
      if (one.point.entry.stage == asked[0].entry.stage) fmt::print("{}", in_depth(c, one));
  if (shown.width == 0)
    fmt::print("\n{}{}", steps_text(stages), break_even_text(break_even(records)));
  fmt::print("\n{}", ending_text(records, stages, shown.width));
  if (shown.width && asked.size() > 1)
    fmt::print("{}\n", wrapped(fmt::format("Why each step did what it did: ladder compare "
                                           "--steps {}",
                                           path),
                               shown.width, "  "));
}

Exit run_ladder(const LadderOptions &options) {
  const std::vector<Choice> asked = choose(options);
  const std::vector<Choice> choices = with_original(asked, options.ladder);
  say_untuned(options, asked);
  say_that_it_takes_minutes(options);
  const CaseOverrides overrides = one_case(options);
  const Environment environment = read_environment();
  const auto loaded = load_case(options.located, overrides);
  const Case &c = *loaded;
  say_case(c);
  options.claim(options.overwrite, options.dry_run);
  proven_by_samples(c, how_to_measure(options, options, overrides), choices.size(), 1);
  if (options.dry_run) {
    keep_own_case(options, options, overrides, c, options.dry_run, options.overwrite);
    show_choices(choices, environment, options.json);
    return Exit::ok;
  }
  // An unwritable folder is found out before anything is measured.
  const std::string path =
      options.output.empty()
          ? (experiment_of_today(machine_folder(environment), c.name) / file_of_ladders).string()
          : options.output;
  claim_benchmark_output(options, path);
  keep_own_case(options, options, overrides, c, options.dry_run, options.overwrite);
  const PredictionsByCell predictions(kept_predictions(results_folder()));
  say_if_threads_are_slow(choices, environment);
  Recorder recorder(path, environment);
  std::vector<Json> kept;
  MeasureWatch watch;
  LiveRows rows;
  const auto show = [&](const Measured &one, const std::string &verdict) {
    const std::string name = one.point.entry.name(),
                      launch = describe(knobs_of(*one.point.entry.stage, one.point.launch)),
                      wall = one.point.samples.empty() || !one.point.verdict.words.empty()
                                 ? ""
                                 : seconds_text(median(one.point.wall_s()));
    rows.show(name + launch, fmt::format("{:<16} {:>8}  {}", name, wall, verdict));
  };
  watch.progress = progress;
  watch.warn = [](const std::string &words) { say("note: " + words); };
  // Rows are there from the start, and the table fills while it is measured.
  watch.probed = [&](const Measured &one) {
    show(one,
         one.point.error.status == LADDER_OK ? "waits for its first sample" : verdict_text(one));
  };
  watch.sampled = [&](const Measured &one) {
    recorder.sampled(c, one);
    const std::size_t samples = one.point.samples.size();
    show(one, fmt::format("{} sample{} ...", samples, samples == 1 ? "" : "s"));
  };
  watch.done = [&](const Measured &one) {
    const Json record = recorder.done(c, one);
    if (one.skipped.empty()) show(one, verdict_text(one));
    if (record.is_null()) return;
    kept.push_back(record);
    if (options.json) fmt::print("{}\n", record.dump());
  };
  std::shared_ptr<const Truth> original;
  const Measurement measurement = measure(
      c, environment, choices, how_to_measure(options, options, overrides), original, watch);
  recorder.finish();
  progress_done();
  write_benchmark_output(options, kept);
  kept = in_ladder_order(kept);
  const bool nothing = !measurement.whole && kept.empty();
  if (!nothing && !options.json && options.benchmark_format == "console")
    print_results(options, c, measurement.points, asked, kept, predictions, recorder.path());
  say(recorder.summary(measurement.whole));
  if (options.output.empty()) note_command(path);
  const bool added = choices.size() > asked.size();
  return measurement.whole
             ? exit_code({measurement.points.begin() + added, measurement.points.end()})
             : Exit::interrupted;
}

}  // namespace

const Command ladder_command = {
    "ladder",
    "",
    "ladder measures what each step of a port from Fortran to C and CUDA is worth on this "
    "machine.\nWithout a command it runs the whole ladder; with --stage=NAME it runs one stage "
    "in depth.",
    {"--case=small", "--stage=smem --threads=128", "--model=vp.segy"},
    false,
    bind_options<LadderOptions, run_ladder>};

}  // namespace ladder
