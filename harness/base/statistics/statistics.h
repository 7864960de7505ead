// The middle of a set of samples.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ladder {

// The mean of the two middle values where their number is even. 0 without samples.
double median(std::vector<double> samples);

// Confidence intervals of a median that hold whenever one stops to look at them.

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

// How much longer one thing takes than another, and what may be said of it.

// Times of `after` over times of `before`: 1.05 is 5 % slower.
struct Ratio {
  double value = 1;
  std::optional<Interval> interval;  // none: too few samples
  int samples = 0;                   // pairs, or the fewer of the two
};

// From pairs that were measured next to each other: the median of the logarithms of their ratios.
// What slows both of a pair alike cancels. From eight pairs on the interval is that of the median,
// which holds whenever one stops. Two to seven pairs have the range of their ratios, widened by a
// factor on either side (widening_of_pairs): large effects need no more.
Ratio paired_ratio(const std::vector<std::pair<double, double>> &before_and_after,
                   double confidence = usual_confidence);

// By which factor the range of so few ratios is widened. Drawn from the pairs that are recorded in
// results/, ranges that are widened so miss the median of their series in 0.6 % of 10,000 draws,
// whichever number of pairs one stops at (results/check_experiment/stopping.json).
double widening_of_pairs(std::size_t pairs);

// From the logarithms of such ratios themselves.
Ratio ratio_of_logarithms(const std::vector<double> &, double confidence = usual_confidence);

// From samples that were not measured together: the difference of the medians of their logarithms.
// Where they are too few for its interval, their ranges are compared, widened as those of pairs.
Ratio unpaired_ratio(const std::vector<double> &before, const std::vector<double> &after,
                     double confidence = usual_confidence);

// Of one value of each, whichever it is: the interval reaches from a low one now over a high one
// then to the reverse. A tenth of the values on either side are left out.
Ratio ratio_of_single_values(const std::vector<double> &before, const std::vector<double> &after);

// How far single values lie from their median: so many of them lie within the interval.
Ratio spread(const std::vector<double> &values, double confidence = usual_confidence);

// A step whose effect is smaller than this is no difference.
inline constexpr double least_step = 0.01;

enum class Change { faster, no_change, slower, inconclusive };

// An effect below `least_effect` (0.01 is 1 %) is of no interest to who asks. slower, faster: the
// whole interval lies beyond it; no_change: the whole interval lies within; else inconclusive.
Change decide(const Ratio &, double least_effect);

std::string percent_text(
    const Ratio &);  // "-12.3 % (-13.0 to -11.5)", "+1.2 % (3 pairs: no interval)"

// Follows percent_text where the ratio of the two medians contradicts the paired one: "; of the
// medians +12.4 %: drift". They contradict each other where they have other signs, or where the
// medians' ratio lies outside of the interval by more than 1 %: then the machine drifted between
// the samples of the one and those of the other. Else "".
std::string drift_text(const Ratio &paired, double of_medians);

}  // namespace ladder
