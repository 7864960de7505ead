// How a record's traced run compares with its timed runs. Everything that concludes something from
// shares of a traced run asks here.
#pragma once
#include <string>

#include "harness/base/json.h"

namespace ladder {

// Of older records, which lack traced.ratio, from their times; 0 where there is no trace.
double traced_ratio(const Json &record);

// "the traced run of 'resident' took 1.48 times as long as the timed runs": its shares are not
// theirs, and nothing follows from them. Empty where it was not disturbed, or not traced.
std::string disturbance(const Json &record);

}  // namespace ladder
