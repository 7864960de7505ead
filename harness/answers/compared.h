// Whether a step helped: the one rule for it.
#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/json.h"
#include "harness/base/statistics/statistics.h"

namespace ladder {

// Of the ratio of paired times to the parent's. helped: below 1 by more than least_step with its
// whole interval; slower likewise; no_difference: the whole interval lies within. One pair decides
// nothing.
enum class StepVerdict { helped, slower, no_difference, inconclusive, one_sample };

const char *verdict_name(
    StepVerdict);  // "helped", "slower", "no difference", "inconclusive", "one sample"

struct Compared {
  Ratio change;           // its time over the parent's, by the shot, from the pairs of their rounds
  double of_medians = 1;  // the same of the two medians
  StepVerdict verdict = StepVerdict::inconclusive;
};

// Times of one shot, of the rounds that both took part in; none of different sessions.
std::vector<std::pair<double, double>> pairs_of_rounds(const Json &before, const Json &after);

// Of records whose result is right. Records of different sessions have no pairs: then `change` is
// the ratio of the medians.
Compared compare_with_parent(const Json &parent, const Json &record);

// "-12.3 % (-13.0 to -11.5) against smem", with the medians' ratio and the reason where the two
// contradict each other.
std::string change_text(const Compared &, const std::string &parent);

// From how many time steps on a stage that copies once is worth its start.

// The least n with start + n * step < n * other, all in seconds; 0 when that never comes.
long steps_to_break_even(double start_s, double step_s, double other_step_s);

// A sentence for each record of a device stage that owns the time loop: against the fastest stage
// on one core and the fastest on several among the records. Its start is create, the copies and
// their staging.
struct BreakEven {
  std::size_t place = 0;  // among the records
  std::string stage, words;
};
std::vector<BreakEven> break_even(const std::vector<Json> &records);
std::string break_even_text(const std::vector<BreakEven> &);  // a line each

}  // namespace ladder
