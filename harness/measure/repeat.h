// Repeats runs with Google Benchmark: stages interleaved, every timed output judged.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/canary/canary.h"
#include "harness/run/executor.h"
#include "harness/statistics/interval.h"
#include "harness/verify/judge.h"
#include "harness/verify/proof_window.h"

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

// A point of measurement and what came of it.
struct Point {
  StageEntry entry;
  ladder_launch launch{};
  // What its runs are held against; of `shorter` where there is one.
  std::shared_ptr<const Truth> truth;
  std::vector<ProofWindow>
      windows;  // where the proof by samples looked; empty: it was proven whole
  // The first steps of the case, which are timed where the whole would take too long. Times are then those of the
  // case: as many times longer as it has more steps.
  std::shared_ptr<const Case> shorter;
  std::vector<Sample> samples;        // every one was judged
  std::vector<CanaryReading> canary;  // taken just before samples; neighbours may share one
  std::vector<std::int64_t> warm_up_ns;
  std::int64_t setup_ns = 0;  // create, before the last sample
  double real_s = 0;          // of the last sample, create and destroy included
  ladder_launch used{};
  Verdict verdict;         // the worst of the samples'
  StageError error;        // not LADDER_OK: it failed on the way
  std::string stopped_by;  // "precision", "time limit", "repetitions" or "interrupted"

  std::vector<double> wall_s() const;
  const Case &timed(const Case &whole) const { return shorter ? *shorter : whole; }
  double times_longer(const Case &whole) const {
    return shorter ? double(whole.steps) / shorter->steps : 1;
  }
};

struct Repetition {
  double precision =
      0.01;  // half of the median's interval over the median, at which a point is done
  double time_limit_s =
      20;  // a point takes no further sample once its samples took this long, verdicts included
  double least_time_s =
      0;  // it takes samples until their wall times come to this, whatever the precision; 0: not so
  int samples = 0;     // exactly so many instead; 0: as the precision demands
  bool cold = false;   // caches are emptied before every sample
  std::string filter;  // of Google Benchmark, on names such as wave/thesis/smem/threads=128/warm
};

// What `repeat` tells while it goes on, with the index of a point. All three are called outside of what is timed.
struct RepeatWatch {
  std::function<void(std::size_t)> before_sample;
  std::function<void(std::size_t)> sampled;  // it has one sample more
  std::function<void(std::size_t)> enough;   // it takes no further sample: `stopped_by` says why
};
// Judges one whole run, timed or traced, and adds that to the point's verdict. A run that failed is a failure
// of the point and takes its times away: false.
bool judge(const Case &, const Run &, Point &);

// The executor of each point, in the points' order. Rounds alternate in direction, first to last and last
// to first, so that a steady drift of the machine cancels. The canary is timed in the same rounds. Returns
// false when interrupted; what was measured stays. Points that were interrupted or filtered out are not
// told as `enough`.
bool repeat(const Case &, std::vector<Point> &, const std::vector<std::unique_ptr<Executor>> &,
            const Repetition &, const RepeatWatch &);

}  // namespace ladder
