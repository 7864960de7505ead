// The least time that physics allows for a stage on this machine.
#pragma once
#include <string>

#include "harness/base/json.h"
#include "harness/machine/floor/speeds.h"
#include "harness/machine/floor/work.h"

namespace ladder {

struct Floor {
  double seconds = 0;
  std::string words;  // the formula with its numbers, and which of its terms decides
};

// The larger of two, since they may overlap:
//   arithmetic: points * steps * multiply-adds of a point over the rate of all cores: as measured
//   together,
//     or that of one times their number, whichever is more.
//   copies of a device stage over the measured speed, both directions at once.
// Main memory is no floor: a stage may keep the fields in a cache, or do several steps at a time.
Floor least_time(const Work &, const HostSpeeds &, const std::optional<DeviceSpeeds> &);

// A time more than 5 % below the floor is not believed.
bool plausible(double seconds, const Floor &);

// Measured speeds as JSON and as a table.

Json speeds_json(const Speeds &);
std::string speeds_table(const Speeds &);

}  // namespace ladder
