// In a build without CUDA no device is measured.
#ifndef LADDER_HAVE_CUDA
#include "harness/machine/floor/speeds.h"

namespace ladder {
std::optional<DeviceSpeeds> measure_device_speeds(std::string &why_not) {
  why_not = "ladder was built without CUDA";
  return std::nullopt;
}
}  // namespace ladder
#endif
