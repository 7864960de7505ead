// ladder verify: proves stages right, at checkpoints along the run, without timing them.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/answers/options/choose.h"
#include "harness/answers/options/stage_choice.h"
#include "harness/answers/verdict/status.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/measure/measure.h"
#include "harness/bench/run/fill_start.h"
#include "harness/bench/verify/batch.h"
#include "harness/bench/verify/proof_window.h"
#include "harness/bench/verify/prove.h"
#include "harness/command/line/commands.h"
#include "harness/command/problems.h"
#include "harness/command/shown/text_output.h"

namespace ladder {
namespace {

struct VerifyOptions : ProvenCases, Measuring {
  bool shapes = false;  // every launch shape of the thesis' figures
  bool json = false, dry_run = false;

  void declare(Declared &declared) {
    declare_stages(declared);
    declared.add("Stages",
                 {proof_option(),
                  isolate_option(),
                  hang_limit_option(),
                  {"--emulate", Flag{&emulate},
                   "compile CUDA stages for this machine's processor: their results and races are "
                   "judged without a GPU"},
                  launch_option(),
                  {"--shapes", Flag{&shapes}, "verify every launch shape of the thesis' figures"}});
    declared.add("Case", {case_option(), replay_option(), ladder_option(), size_option()});
    declared.add("Case", options_of_case(CaseOption::all));
    declared.add("Output", {json_option(json), dry_run_option(dry_run)});
  }
  void settle() {
    const auto is_source = [](const std::string &stage) { return stage.ends_with(".cu"); };
    emulate = emulate || std::ranges::any_of(stages, is_source);
    refuse_idle_case_options();
    refuse_idle_launch();
    if (is_given("--size")) {
      const std::string why = "--size takes a grid of random velocities instead of a case";
      refuse({"--case"}, why);
      refuse(names_of_case_options(CaseOption::all & ~(CaseOption::nt | CaseOption::half_length)),
             why);
    } else {
      refuse_idle_ladder();
    }
    refuse_idle_hang_limit(*this, *this);
    settle_cases();
  }
  // Of each of cases_to_prove.
  How how(const Case &c) const {
    How how = how_to_measure(*this, *this, one_case(*this));
    if (sizes.empty()) return how;
    how.case_arguments.front() = "--ladder=" + ladder;
    how.case_arguments.push_back("--size=" + c.name);
    return how;
  }
};

// A knob that is asked for keeps its value in every shape; shapes that are then alike are one.
std::vector<Choice> in_shapes(const Choice &choice, const VerifyOptions &options) {
  const ladder_stage &stage = *choice.entry.stage;
  std::vector<Choice> all;
  for (const AskedKnobs &shape : figure_shapes(stage)) {
    Choice one = {choice.entry, make_launch(stage, shape)};
    for (int k = 0; k < stage.knobs; ++k)
      if (options.knobs.contains(stage.knob[k].name))
        std::ranges::copy(choice.launch.knob[k], one.launch.knob[k]);
    const auto alike = [&](const Choice &other) {
      return std::memcmp(&other.launch, &one.launch, sizeof one.launch) == 0;
    };
    if (std::ranges::none_of(all, alike)) all.push_back(one);
  }
  return all;
}

std::vector<Choice> launches(const VerifyOptions &options) {
  const std::vector<Choice> choices = choose(options);
  if (!options.shapes) return choices;
  std::vector<Choice> all;
  for (const Choice &choice : choices)
    for (const Choice &one : in_shapes(choice, options)) all.push_back(one);
  return all;
}

// A case without tiny ones: its first call, or as many as few elements make.
Proof race_free(const Case &c, Executor &watched) {
  constexpr std::int64_t few = 1 << 18;
  const auto calls = static_cast<int>(std::clamp<std::int64_t>(few / c.cells(), 1, c.steps));
  const Run run = watched.run({.steps = calls});
  if (run.ok() || run.error.cause == Cause::none) return {.outcome = Proof::passed};
  return {.outcome = Proof::failed, .words = run.error.words, .cause = run.error.cause};
}

// A plug-in is proven in a child process, so that its crash or its hang is a row of the table.
// Without a truth the stage is proven by samples.
Proof prove_one(const VerifyOptions &options, const Case &c, const std::optional<Truth> &truth,
                const Choice &choice) {
  const How how = options.how(c);
  // Races are looked for on tiny cases: each access to memory is watched.
  if (!choice.entry.raced.empty()) {
    Choice raced = choice;
    raced.entry.path = choice.entry.raced;
    const auto watched = executor_for(c, raced, how, true);
    Proof proof = prove_tiny(*watched);
    if (proof.outcome == Proof::passed && c.tiny().empty()) proof = race_free(c, *watched);
    if (proof.outcome != Proof::passed) return proof;
  }
  const auto executor = executor_for(c, choice, how, choice.entry.plugin || options.isolate);
  const Task task{&c, choice.entry, choice.launch, how.hang_limit_s};
  return truth ? prove(task, *truth, *executor) : prove_by_samples(task, *executor);
}

// Whether a library of the stage cannot be loaded: no word on its results, so it is skipped.
bool not_loaded(const StageEntry &entry, Proof &proof) {
  const std::string end = fmt::format("exit code {}", static_cast<int>(Exit::file));
  if (proof.cause != Cause::does_not_start || !proof.words.ends_with(end)) return false;
  try {
    for (const std::string &path : {entry.raced, entry.path})
      if (!path.empty()) describe_plugin(path);
  } catch (const FileError &why) {
    proof.outcome = Proof::skipped, proof.words = why.what();
  }
  return proof.outcome == Proof::skipped;
}

Exit show_proofs(const VerifyOptions &options, const std::vector<Choice> &choices,
                 const Environment &environment) {
  for (const auto &one : cases_to_prove(options))
    for (const Choice &choice : choices) {
      const std::string launch = describe(knobs_of(*choice.entry.stage, choice.launch));
      const std::string why = lacks(choice.entry, environment);
      print_point(options.json,
                  {{"case", one->name},
                   {"case_hash", one->hash},
                   {"stage", choice.entry.name()},
                   {"launch", launch},
                   {"lacks", why}},
                  fmt::format("{} {} {}", one->name, choice.entry.name(), launch), why);
    }
  return Exit::ok;
}

Exit run_verify(const VerifyOptions &options) {
  const Environment environment = read_environment();
  const auto choices = launches(options);
  if (options.dry_run) return show_proofs(options, choices, environment);
  int passed = 0, failed = 0, undecided = 0, skipped = 0;
  bool device_failed = false, file_failed = false;
  for (const auto &one : cases_to_prove(options)) {
    const Case &c = *one;
    const std::vector<std::string> words = c.words();
    for (const auto &note : c.notes) say(note);
    for (std::size_t i = options.json ? 0 : 1; i < words.size(); ++i) say(words[i]);
    if (!options.json) fmt::print("{}\n", words.front());
    const How how = options.how(c);
    std::optional<Truth> truth;
    ProofWindows windows;  // of the last stage that was proven by samples
    if (!proven_by_samples(c, how, 1, verify_checkpoints)) {
      progress("the oracle and the original run ...");
      Start start = secret_start(c);
      if (!options.sizes.empty()) start.amplitude = 1;  // there is no wave that they could drown
      truth = make_truth(c, verify_checkpoints, start);
    }
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
      Proof proof;
      proof.words = lacks(choice.entry, environment);
      if (proof.words.empty()) proof = prove_one(options, c, truth, choice);
      file_failed = not_loaded(choice.entry, proof) || file_failed;
      if (!proof.windows.windows.empty()) windows = proof.windows;
      passed += proof.outcome == Proof::passed;
      failed += proof.outcome == Proof::failed;
      undecided += proof.outcome == Proof::undecided;
      skipped += proof.outcome == Proof::skipped;
      device_failed = device_failed || proof.device_failed;
      const std::string verdict =
          (choice.entry.emulated && proof.outcome != Proof::skipped ? "emulated: " : "") +
          std::string(proof.outcome == Proof::passed      ? "right"
                      : proof.outcome == Proof::skipped   ? "skipped"
                      : proof.outcome == Proof::undecided ? "inconclusive"
                      : proof.device_failed               ? "FAILED"
                                                          : "WRONG");
      if (options.json) {
        Json json = verdict_json(proof, choice.entry);
        json.update(Json{{"case", c.name},
                         {"case_hash", c.hash},
                         {"stage", choice.entry.name()},
                         {"launch", launch},
                         {"verdict", verdict},
                         {"error", proof.error},
                         {"limit", proof.limit},
                         {"proof", truth ? "whole" : "samples"},
                         {"details", proof.details},
                         {"words", proof.words}});
        fmt::print("{}\n", json.dump());
        continue;
      }
      const bool ran = proof.outcome == Proof::passed;
      table.row({choice.entry.name(), launch, verdict,
                 ran ? fmt::format("{:.2e}", proof.error) : "",
                 ran ? fmt::format("{:.2e}", proof.limit) : "",
                 ran ? fmt::format("{:.2f}", proof.probe) : "", proof.words});
    }
    progress_done();
    if (!windows.windows.empty()) say(words_of_windows(windows));
    if (!options.json) fmt::print("{}\n", table.text());
  }
  if (!options.json)
    fmt::print("{} right, {} wrong, {} skipped{}\n", passed, failed, skipped,
               undecided ? fmt::format(", {} inconclusive", undecided) : "");
  if (device_failed) return Exit::device;
  if (failed) return Exit::wrong;
  if (file_failed) return Exit::file;
  if (undecided) return Exit::inconclusive;
  return passed ? Exit::ok : Exit::nothing_ran;
}

}  // namespace

const Command verify_command = {
    "verify",
    "Look at stages",
    "prove stages right, at checkpoints along the run, without timing them",
    {"verify --case=small", "verify --size=37x53,19x23x29 --stage=c-simd --half-length=1:16"},
    false,
    bind_options<VerifyOptions, run_verify>};

}  // namespace ladder
