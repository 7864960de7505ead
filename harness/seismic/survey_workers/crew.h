// The shots of a survey by several processes, in whatever order they get done; their results in the
// order of the shots.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/seismic/survey_workers/worker_process.h"

namespace ladder {

// When a worker did what, in [s] since the survey began: whoever asks why N workers are not N times
// as fast sees where.
struct WorkerTimes {
  double ready_s = 0, first_s = 0, last_s = 0;  // inputs read; its first and its last result
  std::size_t shots = 0;                        // that it finished

  void finished(double now_s) {
    if (shots++ == 0) first_s = now_s;
    last_s = now_s;
  }
};

struct SurveyWork {
  WorkerLine line;    // a worker that is lost is started again with it
  std::string stage;  // its name
  Json inputs;        // what results are made from: the same for all workers
  // In words, "the model differs"; empty where nothing does.
  std::function<std::string(const Json &ours, const Json &theirs)> difference;
  std::size_t first = 0, end = 0;                 // shots
  std::size_t values = 0;                         // float32 of a shot's result
  std::optional<double> shot_limit_s;             // see ShotClock
  std::function<void(const std::string &)> tell;  // what the user should know; from any thread
  std::function<void(std::vector<float>)> take;   // a result; from the calling thread
};

// The results that are kept at most, of shots that came early. A worker has two shots at a time.
constexpr std::size_t most_kept(std::size_t workers) { return 3 * workers; }

// Returns when all results are taken. A worker that ends, or is at its shot for too long, loses it,
// and another computes it. Returns the times of each place. The workers that are left have been
// sent away: to destroy them waits until they have ended, which takes one with a device a few
// tenths of a second. Throws what a worker reported as an error of its own, Error(device) where no
// worker is left, Error(interrupted) on Ctrl-C; then all have ended.
std::vector<WorkerTimes> survey_by_workers(const std::vector<WorkerPlace> &, Workers &,
                                           const SurveyWork &);

}  // namespace ladder
