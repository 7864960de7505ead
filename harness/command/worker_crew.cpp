#include "harness/command/worker_crew.h"

#include <fmt/format.h>

#include <optional>

#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/base/this_program.h"
#include "harness/bench/run/device_context.h"
#include "harness/command/commands.h"
#include "harness/command/seismic_run.h"
#include "harness/command/shown/progress.h"
#include "harness/launched_ranks.h"
#include "harness/seismic/survey_workers/crew.h"
#include "harness/seismic/survey_workers/serve.h"

namespace ladder {
namespace {

bool this_is_a_worker = false;

std::optional<double> given_limit(const Options &options) {
  if (!options.given.contains("--shot-limit")) return std::nullopt;
  return options.shot_limit;
}

}  // namespace

std::vector<WorkerPlace> workers_of(const Options &options) {
  if (this_is_a_worker) return {};
  const int ranks = ladder_launched_ranks();
  // A survey may be shot one by one, each by a stage of several ranks.
  if (ranks > 1 && (options.command == "migrate" || !options.workers.empty()))
    throw UsageError(
        fmt::format("{0} ranks were started, but shots are computed by workers, which need no MPI: "
                    "start one process, and add --workers={0}, or --workers=FILE with a line such "
                    "as 'ssh node1' or 'srun -N1 -n1' for each worker on another machine",
                    ranks));
  return worker_places(options.workers);
}

bool is_survey_worker() { return this_is_a_worker; }

void shots_by_workers(const Options &options, const std::vector<WorkerPlace> &places,
                      const Inputs &inputs, const ShotsAsked &asked,
                      const std::function<void(std::vector<float>)> &take) {
  survey_by_workers(places, {.program = {this_program(), survey_worker_word},
                             .words = options.words,
                             .inputs = inputs,
                             .difference = difference,
                             .first = asked.first,
                             .end = asked.end,
                             .values = asked.values,
                             .shot_limit_s = given_limit(options),
                             .tell = say,
                             .take = take});
}

Exit run_survey_worker() {
  std::vector<std::string> words = become_survey_worker();
  this_is_a_worker = true;
  try {
    std::vector<char *> argv = {words.data()->data()};  // in the place of the program's name
    for (auto &word : words) argv.push_back(word.data());
    const Options options = parse_options(static_cast<int>(argv.size()), argv.data());
    if (const auto asked = asked_engine(options);
        asked && asked->entry.stage->device == LADDER_ON_CUDA)
      make_device_context_meanwhile();
    return options.command == "migrate" ? run_migrate(options) : run_shoot(options);
  } catch (const Error &error) {
    tell_crew(error);
    return error.exit;
  }
}

}  // namespace ladder
