// Shots of a survey by the workers that --workers asks for.
#pragma once
#include <functional>
#include <vector>

#include "harness/base/error.h"
#include "harness/command/line/options.h"
#include "harness/seismic/shots/inputs.h"
#include "harness/seismic/survey_workers/place.h"

namespace ladder {

// The workers of --workers; none without it. Throws UsageError where a launcher of ranks started this program.
std::vector<WorkerPlace> workers_of(const Options &);
// Whether this process is one of them.
bool is_survey_worker();

struct ShotsAsked {
  std::size_t first = 0, end = 0;
  std::size_t values = 0;  // of each
};
// Each worker repeats the command line. take(values) is called for each shot, in their order.
void shots_by_workers(const Options &, const std::vector<WorkerPlace> &, const Inputs &,
                      const ShotsAsked &, const std::function<void(std::vector<float>)> &take);

// "worker 2" of `ladder survey-worker`: the command of the line that it receives.
Exit run_survey_worker();

}  // namespace ladder
