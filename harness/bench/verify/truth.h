// What a case's result should be: the oracle's run, and how far the original's float32 is from it.
#pragma once
#include <memory>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/bench/run/run.h"
#include "harness/problem.h"

namespace ladder {

// The largest absolute error, one number a region of the first array; negative where a region has
// no values.
using ErrorByRegion = std::vector<double>;

// What an array should hold.
struct Expected {
  std::vector<double> values;  // the oracle's; or, where that is not affordable,
  // Those of the stage's own run, proven by samples.
  std::shared_ptr<const GuardedBuffer<float>> witness;
  double peak = 0;      // of the oracle's |values|, at this or an earlier step
  double rounding = 0;  // what rounding may have done to any of them

  std::size_t size() const { return witness ? witness->size() : values.size(); }
  double at(std::size_t i) const { return witness ? double((*witness)[i]) : values[i]; }
};

// The first array; its rounding is up to this step: see Case::rounding.
struct Checkpoint : Expected {
  int step = 0;
  ErrorByRegion original_error;  // of the original at this or an earlier checkpoint
};

// An array that is judged when the run is done; its rounding: see Array::relative_rounding.
struct Output : Expected {
  std::size_t array = 0;  // its place among the case's
  double original_error = 0;
};

struct Truth {
  int interval = 1;
  std::vector<Checkpoint> checkpoints;  // the last is the end of the run
  std::vector<Output> outputs;          // the judged arrays behind the first
  std::vector<double> rounding;         // after each step, the start included: [steps + 1]
  double original_wall_s = 0;
  Start start;  // of the run that this is the truth of
  // Of a problem that judges by itself: nothing of the above is there.
  std::shared_ptr<const OwnTruth> own;

  // A stage may err `multiple` times as much as the original did, and as much as rounding may do in
  // that many steps: over a few cells and steps it is a matter of luck how much of that the
  // original shows.
  static constexpr double multiple = 4;
  static double limit(double original_error, double rounding);
};

// Runs the oracle and the original. `count` checkpoints, evenly spaced, the end included.
Truth make_truth(const Case &, int count = 8, const Start & = {});

// Runs the oracle alone, from another start of the same amplitude, or a weighted sum of such. All
// that a limit is made of is that of `first`, which has as many checkpoints: a single run may err
// as much from either start, and so may a mean.
Truth make_truth_like(const Truth &first, const Case &, const Start &);

// Without what only a verdict needs: what `make_truth_like` takes over stays.
Truth errors_alone(Truth);

// Compares what a stage computed with the truth. Passing is written `error <= limit`, after NaN and
// Inf were looked for in the bits.

// The first array at one checkpoint. Exposed for tests. T is float or double.
template <typename T>
Verdict judge_field(const Case &, const Checkpoint &, const T *field);
template <typename T>
Verdict judge_output(const Case &, const Truth &, const Output &, const T *values);
// Those of the judged arrays at the end that are not NULL; the first must be there.
template <typename T>
Verdict judge_results(const Case &, const Truth &, const std::vector<const T *> &arrays);

// The first array at the end and all other outputs of a run, as it was timed; its guards too.
Verdict judge_run(const Case &, const Truth &, const Run &);

// The same without a truth: whether all values that are judged were written and are finite, and
// nothing else was written. Passing, it says nothing of error and limit.
Verdict judge_bits(const Case &, const Run &);

// The worse of two: failures first, then the one nearer to its limit.
const Verdict &worse(const Verdict &, const Verdict &);

}  // namespace ladder
