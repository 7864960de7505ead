// Proves stages, repeats their runs interleaved, traces each once more when it has its samples:
// what `ladder` and `sweep` do with a set of points on one case.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/child.h"
#include "harness/bench/measure/repeat.h"
#include "harness/bench/run/executor.h"
#include "harness/machine/environment/environment.h"
#include "harness/machine/floor/floor.h"

namespace ladder {

// One stage with one launch: what can be run.
struct Choice {
  StageEntry entry;
  ladder_launch launch{};
};

struct Measured {
  Point point;
  TraceResult trace;
  std::optional<Floor> floor;  // what its times were held against
  std::string skipped;         // why it did not run: what it lacks or refuses; empty when it ran
  bool isolated = false;       // it ran in a child process
  bool cold = false;           // caches were emptied before every sample

  // What about its result or its time does not hold, in words; empty where all does.
  std::string defect() const;
  bool right() const;  // it ran, and everything about it holds
  bool faster_than_physics() const;
  bool device() const;  // its device failed or has too little memory
};

struct How {
  Repetition repetition;
  bool isolate = false;  // every stage in a child process; always so when a plug-in is among them
  double hang_limit_s = 600;
  // How stages are proven; empty: by samples where the oracle would take too long.
  std::optional<bool> by_samples;
  std::vector<std::string> case_arguments;  // that make a child build the same case
};

// What `measure` reports while it runs.
struct MeasureWatch {
  std::function<void(const std::string &)> progress;  // what is being done now
  std::function<void(const Measured &)> sampled = [](const Measured &) {
  };                                                   // a point has one sample more
  std::function<void(const std::string &)> warn = {};  // before the first sample; may be empty
  // Its random fields were judged, and it is to be timed, or failed; may be empty.
  std::function<void(const Measured &)> probed = {};
  // Nothing more comes of a point: it has its samples, its verdict and its trace, or it failed, or
  // the measurement was interrupted. Called once for each point that was timed.
  std::function<void(const Measured &)> done = [](const Measured &) {};
};

struct Measurement {
  std::vector<Measured> points;  // in the order of the choices
  bool whole = true;             // false: interrupted; what was measured is there
};

// `original`: what the original errs on this case. It is found out when it is empty, and kept for
// the caller's next points of the same case; it stays empty where stages are proven by samples.
// Throws UsageError where samples are asked for and the case has none.
Measurement measure(const Case &, const Environment &, const std::vector<Choice> &, const How &,
                    std::shared_ptr<const Truth> &original, const MeasureWatch &);

// Whether stages on this case are proven by samples, and, before anything is allocated, whether
// memory does for it: throws FileError and UsageError.
bool proven_by_samples(const Case &, const How &, std::size_t stages, int checkpoints);

// The executor of one choice: in this process, or in a child of this very program.
std::unique_ptr<Executor> executor_for(const Case &, const Choice &, const How &, bool isolated);

// The arguments of the command `worker` for a choice.
std::vector<std::string> worker_arguments(const Choice &, const How &);

// A case with fewer steps, where a stage would take too long for all of them.

// Two short runs give the time of a step. Empty where the whole case takes `limit_s` or less; else
// its first steps, as many as that time has room for, and three at least.
std::shared_ptr<const Case> shorter_where_slow(const Case &, Executor &, double limit_s);

// The same, with half of the steps, or a quarter, and so on: what stages that are slow have in
// common, so that one run of the oracle proves several.
std::shared_ptr<const Case> halved_where_slow(const Case &, Executor &, double limit_s);

}  // namespace ladder
