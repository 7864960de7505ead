// What a record's result is: right, or why not; of how many shots; and what it were without
// transfers. Everything that is made from records asks here. A record carries the numbers
// (work.shots, summary.without_transfers_ns); for those that were written before it did, they are
// worked out as they were then. Scripts ask `ladder compare --json`.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/base/statistics/statistics.h"

namespace ladder {

// Why no time of this record may be shown: the words of a failed or missing verdict, or a launch
// that the trace does not show. Empty: the result is right.
std::string failure(const Json &record);
bool right(const Json &record);

// A run of a batch is several of the case; a plug-in's run is one, whatever its knobs say.
double shots(const Json &record);

std::vector<double> sample_seconds(const Json &record);
double shot_ns(const Json &record);  // the median of the samples, of one shot

// What the run without a tracer would take without its transfers [ns], of all shots. They have the
// share of its wall time that copies and staging had in the traced run; but a tracer makes short
// runs' copies longer, so no less stays than the kernels took. The median where there is no trace.
double without_transfers_ns(const Json &record);

// A ratio as JSON: low and high are null where there are too few samples for an interval.

inline Json ratio_json(const Ratio &ratio) {
  const auto &interval = ratio.interval;
  return {{"ratio", ratio.value},
          {"samples", ratio.samples},
          {"low", interval ? Json(interval->low) : Json(nullptr)},
          {"high", interval ? Json(interval->high) : Json(nullptr)}};
}

// How a record's traced run compares with its timed runs. Everything that concludes something from
// shares of a traced run asks here.

// Of older records, which lack traced.ratio, from their times; 0 where there is no trace.
double traced_ratio(const Json &record);

// "the traced run of 'resident' took 1.48 times as long as the timed runs": its shares are not
// theirs, and nothing follows from them. Empty where it was not disturbed, or not traced.
std::string disturbance(const Json &record);

}  // namespace ladder
