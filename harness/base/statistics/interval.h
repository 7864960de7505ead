// Confidence intervals of a median that hold whenever one stops to look at them.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace ladder {

struct Interval {
  double low = 0, high = 0;
};

inline constexpr double usual_confidence = 0.95;

// Below this number of samples even their whole range holds no median with `usual_confidence`.
inline constexpr std::size_t fewest_samples = 8;

// Of the median: it is within the intervals of all numbers of samples together with this
// confidence, so that one may stop as soon as an interval shows what was asked. None where the
// samples are too few.
//
// Each sample lies below the median with probability 1/2, whatever the earlier ones were and
// however far it spreads. So for k of n samples below a value m, the mean over all p of the
// likelihood ratio of p to 1/2, 2^n / ((n + 1) C(n, k)), is a martingale where m is the median; it
// ever exceeds 1 / (1 - confidence) with at most probability 1 - confidence (Ville 1939; Robbins,
// Ann. Math. Statist. 41, 1397, 1970; Howard, Ramdas, McAuliffe and Sekhon, Ann. Statist. 49, 1055,
// 2021). The interval has the values m for which it does not.
std::optional<Interval> median_interval(std::vector<double> samples,
                                        double confidence = usual_confidence);

// Of median(b) - median(a): the interval of each, at half the risk. None when either has too few.
std::optional<Interval> difference_interval(const std::vector<double> &a,
                                            const std::vector<double> &b,
                                            double confidence = usual_confidence);

}  // namespace ladder
