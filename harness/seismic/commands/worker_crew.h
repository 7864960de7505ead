// Shots of a survey by the workers that --workers asks for.
#pragma once
#include <functional>
#include <vector>

#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/checkpoint.h"
#include "harness/seismic/survey_workers/crew.h"

namespace ladder {

// The workers of --workers; none without it. Throws UsageError where a launcher of ranks started
// this program.
std::vector<WorkerPlace> workers_of(const CommandLine &, const SurveyWorkers &);
// Whether this process is one of them.
bool is_survey_worker();

// Each repeats the command line.
Workers start_workers(const CommandLine &, const std::vector<WorkerPlace> &);

struct ShotsAsked {
  std::string stage;
  std::size_t first = 0, end = 0;
  std::size_t values = 0;  // of each
};
// take(values) is called for each shot, in their order. The workers that are left end by
// themselves.
std::vector<WorkerTimes> shots_by_workers(const CommandLine &, const SurveyWorkers &,
                                          const std::vector<WorkerPlace> &, Workers &,
                                          const Inputs &, const ShotsAsked &,
                                          const std::function<void(std::vector<float>)> &take);

Json json_of(const std::vector<WorkerTimes> &);

// Of a worker whose stage runs on a GPU, or is not known yet: makes the device's context while
// files are read.
void prepare_device(const WaveRun &);
// Of a worker, once it has read its inputs: with the stage that its crew chose, unless the command
// line names one.
Engine engine_of_crew(const WaveRun &);

}  // namespace ladder
