// ladder: proves, times and traces the stages, keeps the records, prints the table.
#include <fmt/format.h>

#include <algorithm>

#include "harness/command/availability.h"
#include "harness/command/commands.h"
#include "harness/command/progress.h"
#include "harness/command/results_table.h"
#include "harness/command/table.h"
#include "harness/records/record_file.h"
#include "harness/run/interrupt.h"
#include "harness/trace/tracer.h"
#include "harness/verify/probe.h"

namespace ladder {
namespace {

void say_case(const Case &c) {
  for (const auto &note : c.notes) say(note);
  say(fmt::format("case {}: {} x {} x {} cells (z, x, y), {} steps of {:g} ms, model {}", c.name,
                  c.nz, c.nx, c.ny, c.steps, 1e3 * c.dt, c.model));
  say(
      fmt::format("{} operator of half-length {}: phase velocity off by {:.2g} % at 0.5 radians a "
                  "cell; stable up to "
                  "dt = {:.4g} ms",
                  c.operator_family, c.half_length, 100 * dispersion_at_half_radian(c),
                  1e3 * largest_stable_dt(c)));
}

// The chosen launches, with the original in front: speed-ups are relative to it.
std::vector<Choice> with_original(const Options &options) {
  std::vector<Choice> choices = choose(options);
  const bool there = std::any_of(choices.begin(), choices.end(), [](const Choice &c) {
    return !c.entry.stage->parent && !c.entry.plugin;
  });
  if (!there) {
    const StageEntry original = find_stage("fortran");
    choices.insert(choices.begin(), {original, make_launch(*original.stage, {})});
  }
  return choices;
}

// Why a stage is not timed: what it lacks, refuses, or gets wrong. Empty when it may be timed.
void try_out(const Case &c, const Environment &environment, Row &row, bool launch_was_asked) {
  Point &point = row.measured.point;
  const ladder_stage &stage = *point.entry.stage;
  row.skipped = lacks(stage, environment);
  if (!row.skipped.empty()) return;
  progress(fmt::format("{}: is it right on random fields? ...", point.entry.name()));
  const Probe probed = probe_all(c, stage, point.launch);
  if (probed.passed) return;
  if (probed.refused && launch_was_asked)
    throw UsageError(describe(stage, {LADDER_REFUSED, probed.words}));
  if (probed.refused)
    row.skipped = probed.words;
  else
    row.measured.point.error = {
        static_cast<ladder_status>(probed.status ? probed.status : LADDER_FAILED), probed.words};
}

void trace(const Case &c, Measured &measured) {
  const Point &point = measured.point;
  const ladder_stage &stage = *point.entry.stage;
  auto tracer = stage.device == LADDER_ON_CUDA ? make_cuda_tracer(measured.why_not_traced)
                                               : make_host_tracer();
  if (!tracer) return;
  const Run run = run_once(c, stage, point.launch, {.tracer = tracer.get()});
  if (!run.ok()) {
    measured.why_not_traced = describe(stage, run.error);
    return;
  }
  if (run.timeline.lost > 0) {
    measured.why_not_traced = fmt::format("the tracer lost {} activities", run.timeline.lost);
    return;
  }
  Traced traced;
  traced.scopes = attribute(run.timeline);
  traced.profile = profile(run.timeline);
  traced.launch_defect = trace_defect(stage, run.used, traced.profile);
  measured.traced = traced;
}

// A baseline that was added does not make a success of a run in which nothing that was asked for ran.
Exit exit_code(const std::vector<Row> &rows, bool baseline_was_added, bool whole) {
  if (!whole) return Exit::interrupted;
  bool ran = false, wrong = false, device = false;
  for (const Row &row : rows) {
    const Point &point = row.measured.point;
    const bool asked = !baseline_was_added || &row != &rows.front();
    if (!row.skipped.empty()) continue;
    if (point.error.status == LADDER_DEVICE_FAILED || point.error.status == LADDER_OUT_OF_MEMORY)
      device = true;
    else if (point.error.status != LADDER_OK || !point.verdict.passed)
      wrong = true;
    else if (row.measured.traced && !row.measured.traced->launch_defect.empty())
      wrong = true;
    else
      ran = ran || asked;
  }
  if (device) return Exit::device;
  if (wrong) return Exit::wrong;
  return ran ? Exit::ok : Exit::nothing_ran;
}

}  // namespace

Exit run_ladder(const Options &options) {
  const std::vector<Choice> asked = choose(options);
  const std::vector<Choice> choices = with_original(options);
  const Environment environment = read_environment();
  const Case c = load_case(options.problem_case, options.overrides);
  say_case(c);
  if (options.dry_run) {
    Table table({{"stage"}, {"launch"}, {"can run here"}});
    for (const Choice &choice : choices) {
      const std::string why = lacks(*choice.entry.stage, environment);
      table.row({choice.entry.name(), describe(knobs_of(*choice.entry.stage, choice.launch)),
                 why.empty() ? "yes" : "no: " + why});
    }
    fmt::print("{}", table.text());
    return Exit::ok;
  }
  // An unwritable folder is found out before anything is measured.
  RecordFile records(options.output.empty() ? default_record_path(environment) : options.output);

  std::vector<Row> rows;
  for (const Choice &choice : choices) {
    Row row;
    row.measured.point.entry = choice.entry;
    row.measured.point.launch = choice.launch;
    try_out(c, environment, row, !options.knobs.empty());
    rows.push_back(std::move(row));
    if (interrupted()) return Exit::interrupted;
  }
  progress("the oracle and the original run ...");
  const Truth truth = make_truth(c, 1);

  std::vector<Point> points;
  std::vector<std::size_t> row_of;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].skipped.empty() && rows[i].measured.point.error.status == LADDER_OK) {
      points.push_back(rows[i].measured.point);
      row_of.push_back(i);
    }
  bool whole =
      repeat(c, truth, points, {options.repetitions, options.time_limit}, [](const Point &point) {
        progress(fmt::format("{}: timed run {} ...", point.entry.name(), point.wall_ns.size() + 1));
      });
  const std::string session = new_session();
  for (std::size_t i = 0; i < points.size(); ++i) {
    Measured &measured = rows[row_of[i]].measured;
    measured.point = points[i];
    if (measured.point.wall_ns.empty()) continue;
    if (!whole) measured.why_not_traced = "interrupted before it was traced";
    try {
      progress(fmt::format("{}: traced run ...", measured.point.entry.name()));
      if (whole) trace(c, measured);
    } catch (const Error &error) {
      if (error.exit != Exit::interrupted) throw;
      measured.why_not_traced = "interrupted while it was traced";
      whole = false;
    }
    const Json record = make_record(c, measured, environment, session);
    records.append(record);
    if (options.json) fmt::print("{}\n", record.dump());
  }
  progress_done();
  if (!options.json) {
    fmt::print("{}", results_table(rows));
    if (asked.size() == 1)
      for (const Row &row : rows)
        if (row.measured.point.entry.stage == asked[0].entry.stage)
          fmt::print("{}", in_depth(c, row));
  }
  say(fmt::format("records: {}", records.path()));
  return exit_code(rows, choices.size() > asked.size(), whole);
}

}  // namespace ladder
