// ladder check: whether something got slower, in words, in an exit code, and in files for a CI.
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "harness/answers/check/against.h"
#include "harness/answers/check/decision.h"
#include "harness/answers/options/case_choice.h"
#include "harness/answers/options/rooms.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/libraries.h"
#include "harness/base/progress.h"
#include "harness/command/check_jobs.h"
#include "harness/command/line/commands.h"
#include "harness/command/shown/sweep_table.h"
#include "harness/command/shown/text_output.h"
#include "harness/command/timed_run.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

// `ladder check --write-baseline=FILE`: records to compare with later.

// Null where they cannot be counted, with a word on why.
Json instructions_json(const CheckOptions &options, const CheckJob &job) {
  if (job.choice.entry.stage->device != LADDER_ON_HOST) return nullptr;
  try {
    progress(fmt::format("{}: counting instructions ...", job.choice.entry.name()));
    const InstructionCount counted =
        instructions_of(options, job, nullptr, 0.25 * options.repetition.budget_s);
    return {{"per_step", counted.per_step}, {"how", counted.how}};
  } catch (const Error &why) {
    if (why.exit == Exit::interrupted) throw;
    say(fmt::format("{}: instructions are not in the baseline: {}", job.choice.entry.name(),
                    why.what()));
    return nullptr;
  }
}

// Measures the stages one case after the other and writes their records, with the instructions of
// those on the host. Throws FileError where the file is there and is not to be overwritten.
// Returns the exit code of the measurement.
Exit write_baseline(const CheckOptions &options, const std::vector<CheckJob> &jobs) {
  const Environment environment = read_environment();
  const auto c = load_case(jobs.front().found, jobs.front().overrides);
  say_case(*c);
  How how = how_to_measure(options, options, jobs.front().overrides);
  how.repetition.precision = usual_precision;
  std::vector<Choice> choices;
  for (const CheckJob &job : jobs) choices.push_back(job.choice);
  const std::string session = new_session();
  std::string lines;
  MeasureWatch watch;
  watch.progress = progress;
  std::shared_ptr<const Truth> original;
  const Measurement measured = measure(*c, environment, choices, how, original, watch);
  if (!measured.whole) return Exit::interrupted;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Measured &one = measured.points[i];
    say(fmt::format("{}: {}", one.point.entry.name(), verdict_text(one)));
    if (!one.right()) continue;
    Json record = make_record(*c, one, environment, read_environment_after(), session);
    record["instructions"] = instructions_json(options, jobs[i]);
    lines += record.dump() + "\n";
  }
  progress_done();
  const Exit exit = exit_code(measured.points);
  if (lines.empty()) return exit == Exit::ok ? Exit::nothing_ran : exit;
  write_whole(options.write_baseline, lines, options.overwrite);
  say(fmt::format("baseline: {}; `ladder check --baseline={}` compares with it",
                  options.write_baseline, options.write_baseline));
  return exit;
}

constexpr double usual_effect = 0.02, usual_effect_of_counts = 0.002;

// Numbers that are the same in each run.
bool counts(const CheckOptions &options) {
  return options.metric == "instructions" || options.metric == "emulated";
}

double effect_of(const CheckOptions &options) {
  if (options.least_effect >= 0) return options.least_effect;
  return counts(options) ? usual_effect_of_counts : usual_effect;
}

void check_options(const CheckOptions &options) {
  const int sources = !options.baseline.empty() + !options.against.empty();
  if (sources > 1) throw UsageError("--baseline and --against exclude each other");
  if (sources == 0 && options.write_baseline.empty())
    throw UsageError(
        "`ladder check` needs something to compare with: --against=PROGRAM, FILE.so, FOLDER or "
        "REVISION, or --baseline=FILE; --write-baseline=FILE makes one");
  const bool exact = options.compiled || counts(options);
  if (sources > 0 && !options.write_baseline.empty() && !exact)
    throw UsageError("--write-baseline measures, and compares with nothing: give it alone");
  if (options.against.empty() && !options.build.empty())
    throw UsageError("--build would have no effect: --against=REVISION is missing");
  if (!options.baseline.empty() && options.metric == "kernel")
    throw UsageError("--metric=kernel needs --against: a baseline holds wall times only");
}

constexpr char heading[] = "ladder check";

// Found out before anything is measured.
void claim_outputs(const CheckOptions &options) {
  if (!options.markdown.empty())
    refuse_foreign_summary(options.markdown, fmt::format("### {}", heading));
  std::error_code problem;
  if (const auto folder = std::filesystem::path(options.write_baseline).parent_path();
      options.compiled && !folder.empty())
    std::filesystem::create_directories(folder, problem);
  if (!options.junit.empty() && !has_library("pugixml")) throw lacks_library("pugixml", "--junit");
  const std::string report = options.annotations == "github" ? "" : options.annotations;
  for (const auto &path : {options.write_baseline, options.junit, report})
    if (!path.empty()) claim_text_output(path, options.overwrite);
}

Exit show_jobs(const CheckOptions &options, const std::vector<CheckJob> &jobs) {
  for (const CheckJob &job : jobs) {
    const auto loaded = load_case(job.found, job.overrides);
    const Case &c = *loaded;
    const std::string point = name_of_job(job, c);
    const Json description = {{"point", point},
                              {"case_hash", c.hash},
                              {"metric", options.metric},
                              {"least_effect", effect_of(options)},
                              {"seconds", options.repetition.budget_s / double(jobs.size())}};
    fmt::print("{}\n", options.json ? description.dump() : point);
  }
  return Exit::ok;
}

std::vector<Finding> findings_of(const CheckOptions &options, const std::vector<CheckJob> &jobs,
                                 const Against &against) {
  if (options.compiled) {
    CompiledCheck asked{options.stages,
                        options.write_baseline,
                        options.baseline,
                        against.other_program() ? against.program : "",
                        options.overwrite,
                        options.least_effect,
                        {}};
    if (options.is_given("--case"))
      asked.load = [&] { return load_case(options.located, one_case(options)); };
    return check_compiled(asked);
  }
  if (counts(options)) return check_counts(options, jobs, against, effect_of(options));
  return check_times(options, jobs, against, effect_of(options));
}

// What both sides of an adopted routine or of a plug-in run, where it is the same.
void say_if_same(const Against &against, const std::vector<Finding> &findings) {
  for (const Finding &one : findings)
    if (!one.hash_before.empty() && one.hash_before == one.hash_after && !against.given.empty())
      say(fmt::format("{}: both sides run the same source ({}){}", one.point, one.hash_after,
                      against.other_program()
                          ? ": another program of ladder brings no older stage; name a folder of "
                            "the older stages, a shared object, or a git revision"
                          : ""));
}

Exit run_check(const CheckOptions &given) {
  CheckOptions options = given;
  check_options(options);
  Against against =
      find_against(options.against, options.stages, options.build, options.metric == "emulated");
  if (!against.baseline.empty()) {
    options.baseline = against.baseline;
    against = {};
    options.against.clear();
    check_options(options);
  }
  if (options.compiled && !against.given.empty() && !against.other_program())
    throw UsageError("--static --against=PROGRAM compares with another program of ladder");
  std::vector<CheckJob> jobs;
  if (!options.compiled)
    jobs = options.baseline.empty() || counts(options) ? jobs_of_options(options)
                                                       : jobs_of_baseline(options);
  if (options.dry_run) return show_jobs(options, jobs);
  claim_outputs(options);
  const bool exact = options.compiled || counts(options);
  if (!options.write_baseline.empty() && !exact) return write_baseline(options, jobs);
  const std::vector<Finding> findings = findings_of(options, jobs, against);
  progress_done();
  if (findings.empty()) {  // nothing to hold it against was given: it is to be kept
    fmt::print("kept in '{}'\n", options.write_baseline);
    return Exit::ok;
  }
  if (!against.words.empty()) say(against.words);
  say_if_same(against, findings);
  if (!options.markdown.empty())
    append_summary(options.markdown, findings_markdown(findings, heading, against.words));
  if (!options.junit.empty())
    write_whole(options.junit, findings_junit(findings), options.overwrite);
  if (options.annotations == "github")
    fmt::print("{}", findings_of_github(findings));
  else if (!options.annotations.empty())
    write_whole(options.annotations, findings_of_gitlab(findings), options.overwrite);
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
                               {"check --against=main --stage=tiled",
                                "check --against=old.so --stage=./my_kernel.so --case=small",
                                "check --baseline=records.jsonl --markdown=summary.md"},
                               false,
                               bind_options<CheckOptions, run_check>};

}  // namespace ladder
