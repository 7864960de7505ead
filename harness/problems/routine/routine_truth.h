// What the calls of an adopted routine should give: the same source in the next precision, with
// limits from the original's own spread.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/problems/routine/numbers.h"
#include "harness/problems/routine/recorded.h"
#include "harness/problems/routine/reference.h"

namespace ladder {

// A stage may differ from the original in the next precision by this many times what the original
// itself differs, in each component: with inputs that are changed by their last bit, built with
// other flags, and under directed rounding, which counts as derived in RIGHT.md: n units in the
// last place as the root of n of them; and where the terms of each sign of a sum are added apart.
// Where few elements show how many roundings go, and those are many, more runs with changed last
// bits are made, and the spread counts 1.5 times. And by half
// a unit in the last place of the component's largest value, or four units where it has few
// elements, as a scalar: the spread of a few is luck. Elements of a grid that is small in one call
// alone share their spread there. Integers, logicals and text are equal, what the original never
// writes is not written, and inputs stay.
// Elements at which these runs take different branches are left out: whole numbers that differ, and
// numbers that differ by more than a thousand times the median and by more than half the digits. So
// are those at which the original does when all its thresholds are moved by some units in the last
// place, since an element on a threshold may have been on one side by chance in all runs. Where
// that cannot be tried, more runs with changed last bits are. Where elements left out are more than
// a twentieth of what a call writes, nothing can be said of it, and a stage fails.
inline constexpr long double multiple_of_spread = 4, multiple_of_median = 1000;
inline constexpr std::size_t few_elements = 32;
inline constexpr long double least_of_few = 8;                  // halves of a unit
inline constexpr double near_threshold = 16, nowhere = 1e-300;  // units in the last place
inline constexpr double many_roundings = 16;
inline constexpr long double where_few_samples = 1.5;  // of the spread, see RIGHT.md
inline constexpr int more_runs = 12, more_runs_apart = 8;
// Times the spread of the original's other runs is that of sums with signs apart whose terms
// cancel.
inline constexpr long double of_cancelling = 2;
inline constexpr double most_left_out = 0.05;
// Of a case's arrays, while it is proven: inputs, outputs of two runs and, in the next precision,
// of the oracle, differences, the child's, and the stage's.
inline constexpr double copies_in_memory = 18;

class RoutineTruth : public OwnTruth {
 public:
  // Runs the original and the oracle. Throws Error(wrong) where they fail.
  RoutineTruth(const RoutineCase &, const Start &);
  Verdict judge(const std::vector<const float *> &arrays) const override;

  // Whether its runs take the same branches at enough elements.
  bool decides() const;

  // Of all elements that are written, at which its runs take different branches.
  double share_left_out() const;

  // Of each value that is written and has numbers: of each component the limit over its largest
  // magnitude, the largest over the calls.
  std::vector<std::pair<std::string, std::vector<long double>>> relative_limits() const;

 private:
  struct Judged {                      // one value of one call
    std::size_t call, value, storage;  // the last among all storages
    bool written = false;              // else its input stays
    bool stated = false;               // the owner states its tolerance
    std::vector<bool> untouched = {};  // elements that the original never writes; empty: none
    std::vector<bool> left_out =
        {};  // those at which its runs take different branches; empty: none
    std::size_t many_left_out = 0;
    bool few_samples = false;  // of the roundings of a reduction
    // Of each component; the spread is the largest difference of the original's own runs from the
    // oracle, of directed ones as far as they count.
    std::vector<long double> limit = {}, scale = {}, spread = {};
    // Of each component: units in its last place by which directed rounding moves it.
    std::vector<long double> roundings = {};
    std::vector<bool> cancels = {};  // terms of it as a sum; empty: none has
  };
  struct Found;

  const RecordedValue &value_of(const Judged &one) const {
    return (*case_.calls)[one.call].values[one.value];
  }
  // Of each element the largest difference of the original's own runs from the oracle: of those
  // that round to nearest and, above and below it, of those that round in one direction. Of one
  // that is no number, whether there is any.
  struct Differences {
    std::vector<double> nearest, above, below;
    double directed(std::size_t i) const { return std::max(above[i], below[i]); }
    // A reduction is off to both sides alike; another branch is taken on one.
    double of_branches(std::size_t i) const {
      const bool alike = 4 * std::min(above[i], below[i]) > directed(i);
      return alike ? nearest[i] : std::max(nearest[i], directed(i));
    }
  };
  void read_inputs(const Start &);
  void list_values(const Outputs &second_poison);
  void add(const Judged &, const Outputs &run, bool directed, Differences &) const;
  // Whether the original could be run with thresholds above and below; leaves out what takes other
  // branches then.
  bool leave_out_moved(const Start &);
  void leave_out_moved(Judged &, const Outputs &there, const Outputs &moved) const;
  void set_limits(const std::vector<Differences> &);
  void set_limits(Judged &, const Differences &) const;
  // Whether few elements of a component come near its directed spread.
  bool reach_half(const Judged &, const Differences &, std::size_t component,
                  long double directed) const;
  // By RIGHT.md, "Sums in any order".
  void add_other_orders(const Start &, std::vector<Differences> &);
  std::vector<std::string> not_detected() const;  // of the calls, and of sums whose terms cancel
  void leave_out(Judged &, std::size_t element) const;
  void judge_all_elements();
  bool is_judged(const Judged &one, std::size_t element) const {
    return (one.untouched.empty() || !one.untouched[element]) &&
           (one.left_out.empty() || !one.left_out[element]);
  }
  void look_at_share_left_out(Found &) const;
  void look_at_bits(const Judged &, const std::byte *data, Found &) const;
  void look_at_numbers(const Judged &, const std::byte *data, Found &) const;
  std::string where(const Judged &, std::size_t index) const;
  Json worst_json(const Judged &, std::size_t index, const std::byte *data, long double share,
                  long double error) const;
  Json equal_json(const Judged &, std::size_t index, const std::byte *data,
                  const std::byte *right) const;

  RoutineCase case_;
  bool noisy_;
  float noise_;
  Outputs own_, exact_;  // step 0 rounding to nearest; the oracle, or the same where there is none
  std::vector<std::vector<std::byte>> inputs_;
  std::vector<Judged> judged_;
};

// Throws FileError with both numbers where memory does not do for a truth of the case.
void refuse_proof_beyond_memory(const RoutineCase &);

// Whether the second run has finite numbers wherever the first has.
bool finite_as(const RoutineCase &, const Outputs &, const Outputs &);

// Elements of what a stage wrote, in words and for programs.

std::string number_text(const RecordedValue &, const std::byte *data, std::size_t index,
                        int digits = 9);
// An infinite one is JSON's null, so the largest number is written.
double json_number(long double number);

}  // namespace ladder
