// ladder verify: proves stages right, at checkpoints along the run, without timing them.
#include <fmt/format.h>

#include "harness/command/choose.h"
#include "harness/command/commands.h"
#include "harness/command/figure_shapes.h"
#include "harness/command/progress.h"
#include "harness/command/table.h"
#include "harness/records/record.h"
#include "harness/run/availability.h"
#include "harness/run/interrupt.h"
#include "harness/verify/judge.h"
#include "harness/verify/probe.h"

namespace ladder {
namespace {

struct Problem {
  Case problem;
  bool random_start;  // a grid without a model starts from random fields, so that every cell counts
};

std::vector<Problem> problems(const Options &options) {
  std::vector<Problem> all;
  const CaseOverrides overrides = one_case(options);
  const int steps = overrides.samples ? *overrides.samples - 1 : 25;
  for (const std::string &size : options.sizes) {
    std::vector<int> n;
    for (std::size_t at = 0; at <= size.size();) {
      const std::size_t x = std::min(size.find('x', at), size.size());
      const std::string part = size.substr(at, x - at);
      if (part.empty() || part.size() > 6 ||
          part.find_first_not_of("0123456789") != std::string::npos || std::stoi(part) < 1)
        throw UsageError(fmt::format(
            "--size={}: expected cells such as 37x53 (z by x) or 19x23x29 (z by x by y)", size));
      n.push_back(std::stoi(part));
      at = x + 1;
    }
    if (n.size() < 2 || n.size() > 3)
      throw UsageError(fmt::format("--size={}: two or three numbers are needed", size));
    if (steps < 0) throw UsageError("--nt must be at least 1");
    all.push_back(
        {small_case(n[0], n[1], n.size() == 3 ? n[2] : 1, steps, overrides.half_length.value_or(8)),
         true});
    all.back().problem.name = size;
  }
  if (options.sizes.empty()) all.push_back({load_case(options.problem_case, overrides), false});
  return all;
}

std::vector<Choice> launches(const Options &options) {
  std::vector<Choice> choices = choose(options);
  if (!options.shapes) return choices;
  std::vector<Choice> all;
  for (const Choice &choice : choices)
    for (const AskedKnobs &shape : figure_shapes(*choice.entry.stage))
      all.push_back({choice.entry, make_launch(*choice.entry.stage, shape)});
  return all;
}

struct Outcome {
  enum { passed, failed, skipped } what;
  double error = 0, limit = 0, probe = 0;
  std::string words;
  bool device_failed = false;
};

Outcome prove(const Problem &problem, const Truth &truth, const Choice &choice) {
  const ladder_stage &stage = *choice.entry.stage;
  const Probe tried = probe_all(problem.problem, stage, choice.launch);
  if (tried.refused) return {Outcome::skipped, 0, 0, 0, tried.words};
  if (!tried.passed)
    return {Outcome::failed,
            0,
            0,
            0,
            "random fields, " + tried.words,
            tried.status == LADDER_DEVICE_FAILED || tried.status == LADDER_OUT_OF_MEMORY};
  const Verdict verdict = judge_along_the_run(problem.problem, truth, stage, choice.launch);
  return {verdict.passed ? Outcome::passed : Outcome::failed, verdict.error, verdict.limit,
          tried.worst, verdict.words};
}

}  // namespace

Exit run_verify(const Options &options) {
  const Environment environment = read_environment();
  const auto choices = launches(options);
  int passed = 0, failed = 0, skipped = 0;
  bool device_failed = false;
  for (const Problem &problem : problems(options)) {
    const Case &c = problem.problem;
    for (const auto &note : c.notes) say(note);
    if (!options.json)
      fmt::print("case {}: {} x {} x {} cells, {} steps, {} operator of half-length {}, model {}\n",
                 c.name, c.nz, c.nx, c.ny, c.steps, c.operator_family, c.half_length, c.model);
    progress("the oracle and the original run ...");
    const Truth truth = make_truth(c, 8, problem.random_start);
    Table table({{"stage"},
                 {"launch"},
                 {"verdict"},
                 {"error", Table::Align::right},
                 {"allowed", Table::Align::right},
                 {"one application, of its bound", Table::Align::right},
                 {"why"}});
    for (const Choice &choice : choices) {
      const std::string launch = describe(knobs_of(*choice.entry.stage, choice.launch));
      progress(fmt::format("{} {} ...", choice.entry.name(), launch));
      Outcome outcome{Outcome::skipped, 0, 0, 0, lacks(*choice.entry.stage, environment)};
      if (outcome.words.empty()) outcome = prove(problem, truth, choice);
      passed += outcome.what == Outcome::passed;
      failed += outcome.what == Outcome::failed;
      skipped += outcome.what == Outcome::skipped;
      device_failed = device_failed || outcome.device_failed;
      const char *verdict = outcome.what == Outcome::passed    ? "right"
                            : outcome.what == Outcome::skipped ? "skipped"
                            : outcome.device_failed            ? "FAILED"
                                                               : "WRONG";
      if (options.json) {
        const Json json = {{"case", c.name},         {"stage", choice.entry.name()},
                           {"launch", launch},       {"verdict", verdict},
                           {"error", outcome.error}, {"limit", outcome.limit},
                           {"words", outcome.words}};
        fmt::print("{}\n", json.dump());
        continue;
      }
      const bool ran = outcome.what == Outcome::passed;
      table.row({choice.entry.name(), launch, verdict,
                 ran ? fmt::format("{:.2e}", outcome.error) : "",
                 ran ? fmt::format("{:.2e}", outcome.limit) : "",
                 ran ? fmt::format("{:.2f}", outcome.probe) : "", outcome.words});
    }
    progress_done();
    if (!options.json) fmt::print("{}\n", table.text());
  }
  if (!options.json) fmt::print("{} right, {} wrong, {} skipped\n", passed, failed, skipped);
  if (device_failed) return Exit::device;
  if (failed) return Exit::wrong;
  return passed ? Exit::ok : Exit::nothing_ran;
}

}  // namespace ladder
