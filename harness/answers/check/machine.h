// Whether the machine itself is faster or slower than when a baseline was taken, by its canary.
#pragma once
#include <map>
#include <string>

#include "harness/answers/records/canary_json.h"
#include "harness/base/statistics/statistics.h"

namespace ladder {

// A part of the canary whose whole interval lies beyond this has moved.
inline constexpr double canary_tolerance = 0.02;

struct MachineChange {
  std::map<std::string, Ratio> parts;  // "host.memory_ns": now over then
  std::string why_not;                 // why it is not known; empty when it is

  bool slower() const;  // a part has moved that way
  bool faster() const;
  // By how much the machine may have changed the time of a stage: the ends of all parts' intervals,
  // and 1; of a part that has moved, their squares.
  Interval within() const;
  // "the machine itself may have changed ...", with the parts that moved.
  std::string words() const;
};

// Both need the parts of the host, and for a stage of a device those of the device.
MachineChange machine_change(const CanaryTimes &before, const CanaryTimes &now, bool on_device);

}  // namespace ladder
