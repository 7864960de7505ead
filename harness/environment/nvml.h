#pragma once
#include "harness/environment/environment.h"

namespace ladder {
// Clocks, temperature, power, ECC and throttle reasons of the device with the GPU's UUID. What NVML does
// not tell stays as it was.
void read_nvml(Gpu &);
}  // namespace ladder
