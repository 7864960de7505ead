#include "harness/seismic/survey_workers/shot_clock.h"

#include <algorithm>

namespace ladder {

void ShotClock::done(std::size_t worker, double now) {
  const double took = now - begin_.at(worker).value_or(now);
  taken_.insert(std::ranges::upper_bound(taken_, took), took);
  begin_[worker].reset();
}

std::optional<double> ShotClock::limit_s() const {
  if (asked_ || taken_.empty()) return asked_;
  return std::max(least_s, medians * taken_[taken_.size() / 2]);
}

std::vector<std::size_t> ShotClock::late(double now) const {
  std::vector<std::size_t> found;
  const auto limit = limit_s();
  for (std::size_t k = 0; limit && k < begin_.size(); ++k)
    if (begin_[k] && now - *begin_[k] > *limit) found.push_back(k);
  return found;
}

}  // namespace ladder
