// NVIDIA's management library, loaded where it is there. It describes the first GPU that CUDA sees.
#pragma once
#include "harness/machine/environment/environment.h"

namespace ladder {

// Driver, memory, ECC and state of the device with the GPU's UUID, which is remembered for the
// calls below. What NVML does not report stays unchanged.
void read_nvml(Gpu &);

// Clocks, temperature, power, throttle reasons, as they are now. None without NVML.
std::optional<GpuState> gpu_state();

// The reasons that cost speed (power, heat, a brake), in words; empty when there are none.
std::string gpu_slowed_by();

// The first device, as the driver and NVML describe it; or why there is none. Neither is linked:
// both are loaded where they are there.
void read_gpu(Environment &);
// That this process may use.
int count_of_gpus();

}  // namespace ladder
