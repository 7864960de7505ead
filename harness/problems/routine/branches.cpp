// Elements at which the original's own runs take different branches.
#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/base/error.h"
#include "harness/problems/routine/elements.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {

void RoutineTruth::leave_out(Judged &one, std::size_t element) const {
  if (one.left_out.empty()) one.left_out.assign(value_of(one).elements(), false);
  if (!one.left_out[element]) ++one.many_left_out;
  one.left_out[element] = true;
}

void RoutineTruth::judge_all_elements() {
  for (Judged &one : judged_) one.left_out.clear(), one.many_left_out = 0;
}

bool RoutineTruth::leave_out_moved(const Start &start) {
  if (case_.near.empty()) return false;
  std::optional<Outputs> there;
  std::vector<Judged> judged = judged_;
  try {
    reference_of(case_).run(
        start, {{.moved_by = nowhere}, {.moved_by = near_threshold}, {.moved_by = -near_threshold}},
        [&](Outputs moved) {
          if (!there)
            there = std::move(moved);
          else
            for (Judged &one : judged) leave_out_moved(one, *there, moved);
        });
  } catch (const Error &error) {
    if (error.exit != Exit::wrong) throw;
    return false;  // such a run may fail
  }
  judged_ = std::move(judged);
  return true;
}

void RoutineTruth::leave_out_moved(Judged &one, const Outputs &there, const Outputs &moved) const {
  if (!one.written) return;
  const RecordedValue &value = value_of(one);
  const Components components(value);
  const std::byte *a = data_of(value, there.storages[one.storage], false),
                  *b = data_of(value, moved.storages[one.storage], false);
  std::vector<long double> largest(components.count(), 0);
  for (std::size_t i = 0; has_numbers(value) && i < value.elements(); ++i)
    for (std::size_t part = 0; part < parts_of(value); ++part)
      if (const long double size = std::fabs(number_at(value, a, i, part, false));
          is_judged(one, i) && std::isfinite(size))
        largest[components.of(i)] = std::max(largest[components.of(i)], size);
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i) || same_bits(value, a, b, i)) continue;
    bool branches = !has_numbers(value);
    for (std::size_t part = 0; !branches && part < parts_of(value); ++part)
      branches =
          !(std::fabs(number_at(value, a, i, part, false) - number_at(value, b, i, part, false)) <=
            half_of_digits(value) * largest[components.of(i)]);
    if (branches) leave_out(one, i);
  }
}

double RoutineTruth::share_left_out() const {
  std::size_t left_out = 0, all = 0;
  for (const Judged &one : judged_) {
    if (!one.written) continue;
    left_out += one.many_left_out;
    all += value_of(one).elements();
  }
  return all > 0 ? double(left_out) / double(all) : 0;
}

}  // namespace ladder
