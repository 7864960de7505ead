// Compares what a stage computed with the truth. Passing is written `error <= limit`, after NaN and
// Inf were looked for in the bits.
#pragma once

#include "harness/bench/run/run.h"
#include "harness/bench/verify/truth.h"

namespace ladder {

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
