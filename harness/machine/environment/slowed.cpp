#include "harness/machine/environment/slowed.h"

#include <fstream>

#include "harness/machine/environment/nvml.h"

namespace ladder {
namespace {

// How often the first core was held back because it was too hot, where the kernel reports it.
unsigned long long host_throttle_events() {
  unsigned long long events = 0;
  std::ifstream("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count") >> events;
  return events;
}

}  // namespace

SlowedWatch::SlowedWatch(bool device)
    : device_(device), host_events_(host_throttle_events()),
      before_(device ? gpu_slowed_by() : "") {}

std::string SlowedWatch::why() const {
  if (!device_) return host_throttle_events() > host_events_ ? "CPU too hot" : "";
  return before_.empty() ? gpu_slowed_by() : before_;
}

}  // namespace ladder
