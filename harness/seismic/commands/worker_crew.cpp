#include "harness/seismic/commands/worker_crew.h"

#include <fmt/format.h>

#include <optional>

#include "harness/base/child.h"
#include "harness/base/progress.h"
#include "harness/bench/run/page_lock.h"
#include "harness/launched_ranks.h"

namespace ladder {
namespace {

bool this_is_a_worker = false;

WorkerLine worker_line(const CommandLine &line) {
  return {{this_program(), survey_worker_word}, line.words};
}

// "worker 2" of `ladder survey-worker`: the command of the line that the crew sends.
Exit run_survey_worker(const Command &, const Names &, const RunWords &run) {
  const Names words = become_survey_worker();
  this_is_a_worker = true;
  try {
    return run(words);
  } catch (const Error &error) {
    tell_crew(error);
    return error.exit;
  }
}

}  // namespace

std::vector<WorkerPlace> workers_of(const CommandLine &line, const SurveyWorkers &options) {
  if (this_is_a_worker) return {};
  const int ranks = ladder_launched_ranks();
  // A survey may be shot one by one, each by a stage of several ranks.
  if (ranks > 1 && (line.command == "migrate" || !options.workers.empty()))
    throw UsageError(
        fmt::format("{0} ranks were started, but shots are computed by workers, which need no MPI: "
                    "start one process, and add --workers={0}, or --workers=FILE with a line such "
                    "as 'ssh node1' or 'srun -N1 -n1' for each worker on another machine",
                    ranks));
  return worker_places(options.workers);
}

bool is_survey_worker() { return this_is_a_worker; }

Workers start_workers(const CommandLine &line, const std::vector<WorkerPlace> &places) {
  return start_workers(places, worker_line(line));
}

std::vector<WorkerTimes> shots_by_workers(const CommandLine &line, const SurveyWorkers &options,
                                          const std::vector<WorkerPlace> &places, Workers &workers,
                                          const Inputs &inputs, const ShotsAsked &asked,
                                          const std::function<void(std::vector<float>)> &take) {
  return survey_by_workers(
      places, workers,
      {.line = worker_line(line),
       .stage = asked.stage,
       .inputs = inputs,
       .difference = difference,
       .first = asked.first,
       .end = asked.end,
       .values = asked.values,
       .shot_limit_s = options.shot_limit > 0 ? std::optional(options.shot_limit) : std::nullopt,
       .tell = say,
       .take = take});
}

Json json_of(const std::vector<WorkerTimes> &all) {
  Json json = Json::array();
  for (const WorkerTimes &one : all)
    json.push_back({{"ready_s", one.ready_s},
                    {"first_s", one.first_s},
                    {"last_s", one.last_s},
                    {"shots", one.shots}});
  return json;
}

void prepare_device(const WaveRun &options) {
  const auto asked = asked_engine(options);
  if (!asked || asked->entry.stage->device == LADDER_ON_CUDA) make_device_context_meanwhile();
}

Engine engine_of_crew(const WaveRun &options) {
  WaveRun with = options;
  const std::string chosen = stage_of_crew();
  if (with.stages.empty()) with.stages = {chosen};
  return *asked_engine(with);
}

const Command survey_worker_command = {.name = survey_worker_word, .with_words = run_survey_worker};

}  // namespace ladder
