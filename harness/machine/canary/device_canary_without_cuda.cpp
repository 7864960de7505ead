// In a build without CUDA there is no canary of a device.
#ifndef LADDER_HAVE_CUDA
#include "harness/machine/canary/canary.h"

namespace ladder {
std::optional<DeviceReading> read_device_canary(std::string &why_not) {
  why_not = "ladder was built without CUDA";
  return std::nullopt;
}
}  // namespace ladder
#endif
