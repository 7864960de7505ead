// Repeats runs with Google Benchmark, the stages interleaved, every timed output judged.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/registry.h"
#include "harness/run/run.h"
#include "harness/verify/judge.h"

namespace ladder {

// A point of measurement and what came of it.
struct Point {
  StageEntry entry;
  ladder_launch launch{};
  std::vector<std::int64_t> wall_ns;            // a sample each; every one was judged
  std::int64_t setup_ns = 0;                    // of the last sample
  double real_s = 0, user_s = 0, system_s = 0;  // of the last sample
  ladder_launch used{};
  Verdict verdict;   // the worst of the samples'
  StageError error;  // not LADDER_OK: it failed on the way
};

struct Repetition {
  int samples = 3;           // of each point
  double time_limit_s = 20;  // a point takes no further sample once it has spent this
};

// Fills in the points, in an order that is drawn at random for each round, so that a machine that gets
// slower does not favour whoever runs first. Returns false when interrupted; what was measured stays.
bool repeat(const Case &, const Truth &, std::vector<Point> &, const Repetition &,
            const std::function<void(const Point &)> &before_each);

double median(std::vector<std::int64_t> samples);

}  // namespace ladder
