#include "harness/bench/verify/oracle_part.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/bench/verify/largest.h"

namespace ladder {
namespace {

// Sees every step of the oracle, for the bound of rounding.
struct Watching {
  std::size_t values;
  std::function<double(const Peaks &)> bound;
  std::vector<double> &rounding;
  Peaks peaks = {};

  void see(const double *field) {
    const double largest = largest_of(field, values);
    ++peaks.steps;
    peaks.largest = std::max(peaks.largest, largest);
    peaks.sum += largest;
    peaks.sum_of_squares += largest * largest;
    rounding.push_back(bound(peaks));
  }
  static void see(void *context, std::int32_t, const void *now) {
    static_cast<Watching *>(context)->see(static_cast<const double *>(now));
  }
};

}  // namespace

OraclePart run_oracle_from(const Case &c, const std::vector<SharedValues> &starts) {
  OraclePart part;
  std::vector<double *> pointers;
  auto start = starts.begin();
  for (const Array &one : c.arrays()) {
    part.arrays.push_back(uninitialised<double>(one.values));
    double *to = part.arrays.back().get();
    const float *from = one.started ? (start++)->data() : nullptr;
    each_chunk(one.values, [&](std::size_t, std::size_t first, std::size_t end) {
      if (from)
        std::copy(from + first, from + end, to + first);
      else
        std::fill(to + first, to + end, 0.0);
    });
    pointers.push_back(to);
  }
  Watching watching{c.arrays().front().values, c.rounding(), part.rounding};
  watching.see(pointers[0]);
  ladder_observer observer{};
  observer.context = &watching;
  observer.interval = 1;
  observer.checkpoint = Watching::see;
  observer.stop = interrupt_flag();
  const ladder_status status = c.oracle(observer, pointers);
  if (status == LADDER_STOPPED) throw Error(Exit::interrupted, "interrupted while the oracle ran");
  if (status != LADDER_OK) throw Error(Exit::wrong, "the oracle failed");
  // The oracle may have exchanged the first array with another.
  const auto at_first = std::ranges::find_if(
      part.arrays, [&](const auto &array) { return array.get() == pointers[0]; });
  std::swap(part.arrays[0], *at_first);
  return part;
}

}  // namespace ladder
