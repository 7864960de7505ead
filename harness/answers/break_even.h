// From how many time steps on a stage that copies once is worth its start.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

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
