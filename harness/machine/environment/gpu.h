#pragma once
#include "harness/machine/environment/environment.h"

namespace ladder {
// The first device, as the driver and NVML describe it; or why there is none. Neither is linked:
// both are loaded where they are there.
void read_gpu(Environment &);
// That this process may use.
int count_of_gpus();
}  // namespace ladder
