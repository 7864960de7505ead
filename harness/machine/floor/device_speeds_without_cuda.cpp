// In a build without CUDA no device is measured, and there is no canary of one.
#ifndef LADDER_HAVE_CUDA
#include "harness/machine/canary/canary.h"
#include "harness/machine/floor/speeds.h"

namespace ladder {

constexpr const char *no_cuda = "ladder was built without CUDA";

std::optional<DeviceSpeeds> measure_device_speeds(std::string &why_not) {
  why_not = no_cuda;
  return std::nullopt;
}

std::optional<DeviceReading> read_device_canary(std::string &why_not) {
  why_not = no_cuda;
  return std::nullopt;
}

}  // namespace ladder
#endif
