// The least time that physics allows for a stage on this machine.
#pragma once
#include <string>

#include "harness/floor/speeds.h"

namespace ladder {

// What a stage must do, without any word about how.
struct Work {
  double cells = 0, steps = 0;
  int axes = 2, half_length = 8;
  double trace_values = 0;  // samples of all receivers together
  bool on_device = false;
  bool owns_time_loop = false;  // the fields stay where it computes
};

struct Floor {
  double seconds = 0;
  std::string words;  // the formula with its numbers, and which of its terms decides
};

// The larger of two, since they may go on at once:
//   arithmetic: cells * steps * (2 M axes + 1) multiply-adds over the rate of all cores: as measured together,
//     or that of one times their number, whichever is more. A
//     symmetric operator can add the pairs first, M additions and M multiply-adds an axis: no fewer slots.
//   copies of a device stage over the measured speed, both directions at once: 4 B a cell each way every
//     step; for one that owns the time loop two fields each way and the traces, once.
// Main memory is no floor: a stage may keep the fields in a cache, or do several steps at a time.
Floor least_time(const Work &, const HostSpeeds &, const std::optional<DeviceSpeeds> &);

// A time more than 5 % below the floor is not believed.
bool plausible(double seconds, const Floor &);

}  // namespace ladder
