// Confidence intervals by the percentile bootstrap (Efron and Tibshirani 1993, chapter 13).
#pragma once
#include <optional>
#include <vector>

namespace ladder {

struct Interval {
  double low = 0, high = 0;
};

// With n samples even the whole range misses the true median with probability 2^(1-n): below six
// samples no interval of 95 % exists, and none is given.
inline constexpr int fewest_samples = 6;
inline constexpr double usual_confidence = 0.95;

// Of the median, from its exact bootstrap distribution (Efron 1979, section 3): nothing is drawn at
// random. None with fewer than fewest_samples.
std::optional<Interval> median_interval(const std::vector<double> &samples,
                                        double confidence = usual_confidence);

// Of median(b) - median(a), the two resampled by themselves 4000 times by a generator with a fixed
// start: the same samples give the same interval on every machine. None when either has too few.
std::optional<Interval> difference_interval(const std::vector<double> &a,
                                            const std::vector<double> &b,
                                            double confidence = usual_confidence);

}  // namespace ladder
