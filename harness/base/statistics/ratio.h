// How much longer one thing takes than another, and what may be said of it.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/statistics/interval.h"

namespace ladder {

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
