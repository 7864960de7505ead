#include "harness/command/check_baseline.h"

#include <fmt/format.h>

#include "harness/answers/options/case_choice.h"
#include "harness/answers/records/record.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/progress.h"
#include "harness/command/check_counts.h"
#include "harness/command/exit_code.h"
#include "harness/command/shown/sweep_table.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

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

}  // namespace

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
  watch.sampled = [](const Measured &) {};
  watch.done = [](const Measured &) {};
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

}  // namespace ladder
