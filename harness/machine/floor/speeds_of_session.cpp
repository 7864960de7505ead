#include "harness/machine/floor/speeds.h"

namespace ladder {

const Speeds &speeds_of_session(bool with_device, MemoryOf memory) {
  static Speeds speeds;
  if (speeds.host.cores == 0) {
    speeds.host = measure_arithmetic();
    speeds.host.memory = memory == MemoryOf::now ? memory_speeds_now(speeds.host.cores)
                                                 : memory_speeds_of_this_hour(speeds.host.cores);
  }
  if (with_device && !speeds.device && speeds.why_no_device.empty())
    speeds.device = measure_device_speeds(speeds.why_no_device);
  return speeds;
}

}  // namespace ladder
