#include "harness/seismic/shots/shots_left.h"

#include <fmt/format.h>

#include "harness/base/table.h"

namespace ladder {

double ShotsLeft::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::string ShotsLeft::text(double share) const {
  const double computed = double(done_ - before_) + share, left = double(shots_ - done_) - share;
  const std::string place = fmt::format("shot {} of {}", done_ + 1, shots_);
  if (!(computed > 0)) return place;
  return fmt::format("{}, {} left", place, seconds_text(seconds() / computed * left));
}

}  // namespace ladder
