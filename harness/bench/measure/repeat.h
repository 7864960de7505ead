// Repeats runs with Google Benchmark: stages interleaved, every timed output judged.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/statistics/statistics.h"
#include "harness/bench/run/executor.h"
#include "harness/bench/verify/proof_window.h"
#include "harness/bench/verify/truth.h"
#include "harness/machine/canary/canary.h"

namespace ladder {

struct Sample {
  std::int64_t wall_ns = 0;
  int round = 0;       // samples of the same round ran next to each other: they form pairs
  std::string slowed;  // why the clocks were held back while it ran; empty: they were not
  double user_s = 0, system_s = 0;
  std::int64_t clock_ns = 0, cpu_ns = 0;  // as in Run
  int processes = 0;
  double took_s = 0;  // on the wall clock, all of it: create, the run, its verdict
};

// A point of measurement and its result.
struct Point {
  StageEntry entry;
  ladder_launch launch{};
  ProofWindows windows;  // where the last proof by samples looked; empty: runs are proven whole
  // The first steps of the case, which are timed where the whole would take too long. Times are
  // then those of the
  // case: as many times longer as it has more steps.
  std::shared_ptr<const Case> shorter;
  std::vector<Sample> samples;        // the bits of every one were judged
  std::vector<CanaryReading> canary;  // taken just before samples; neighbours may share one
  std::vector<std::int64_t> warm_up_ns;
  std::int64_t setup_ns = 0;  // create, before the last sample
  double real_s = 0;          // of the last sample, create and destroy included
  ladder_launch used{};
  bool helpers_counted = true;  // of all runs, as in Run
  int proven = 0;               // of its runs; `verdict` is the worst of their proofs
  Verdict verdict;
  StageError error;  // not LADDER_OK: it failed on the way
  // "decided", "budget", "precision", "time limit", "repetitions" or "interrupted"
  std::string stopped_by;

  std::vector<double> wall_s() const;
  void fail(const StageError &);  // takes its times away: none without a verdict
  void judged(const Verdict &);   // of the bits of a run: changes the verdict where that failed
  void add_proof(const Verdict &, int runs);
  const Case &timed(const Case &whole) const { return shorter ? *shorter : whole; }
  double times_longer(const Case &whole) const {
    return shorter ? double(whole.steps) / shorter->steps : 1;
  }
};

inline constexpr double usual_precision = 0.01, usual_budget_s = 60;
inline constexpr double usual_time_limit_s = 20;  // of one point, for what has to have a limit

struct Repetition {
  // Half of the median's interval over the median, at which a point is done; 0: it is done when its
  // step is decided, and one that has no parent among the points at usual_precision.
  double precision = 0;
  // A point takes no further sample once its samples took this long, verdicts included; 0: no limit
  double time_limit_s = 0;
  // Of all points together, proofs and traced runs included: what is undecided then stays so. Each
  // has one sample whatever that takes. 0: no limit.
  double budget_s = usual_budget_s;
  // It takes samples until their wall times come to this, whatever is decided; 0: not so
  double least_time_s = 0;
  int samples = 0;     // exactly so many instead; 0: not so
  bool cold = false;   // caches are emptied before every sample
  std::string filter;  // of Google Benchmark, on names such as wave/thesis/smem/threads=128/warm
  // What is asked of each point: whether it differs from its parent, or from the first point, by
  // more than this.
  bool against_first = false;
  double least_effect = least_step, confidence = usual_confidence;

  bool counted() const { return samples > 0 || least_time_s > 0; }
};

class Proofs;

// What `repeat` reports while it runs, with the index of a point. All are called outside of what is
// timed.
struct RepeatWatch {
  std::function<void(std::size_t)> before_sample;
  std::function<void(std::size_t)> proves;   // samples of it are being proven
  std::function<void(std::size_t)> sampled;  // it has one sample more
  // It takes no further sample: `stopped_by` says why. The last of them are not proven yet.
  std::function<void(std::size_t)> enough;
};
// Judges the bits of one whole run, timed or traced, and the launch that it reports. A run that
// failed is a failure of the point: false.
bool judge(const Case &, const Run &, Point &);

// The executor of each point, in the points' order. Rounds alternate in direction, first to last
// and last to first, so that a steady drift of the machine cancels. The canary is timed in the same
// rounds. Returns false when interrupted; what was measured stays. Points that were interrupted or
// filtered out are not reported as `enough`. Batches that are full are proven at the end of a
// round, of the first round after each run. `left_s`: what is left of the budget for samples.
bool repeat(const Case &, std::vector<Point> &, const std::vector<std::unique_ptr<Executor>> &,
            Proofs &, const Repetition &, const std::function<double()> &left_s,
            const RepeatWatch &);

// One sample of each of several benchmarks: through Google Benchmark, or without it where it was
// missing.

struct Benchmark {
  std::string name;
  std::function<std::optional<double>()> sample;  // [s]; nothing where there is no time to give
};

// In their order, those whose name the filter matches: a regular expression, all where it is empty,
// those that do not match where it begins with '-'.
void run_once(const std::vector<Benchmark> &, const std::string &filter);

}  // namespace ladder
