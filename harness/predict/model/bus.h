// What crosses the bus between host and device.
#pragma once
#include <vector>

#include "harness/counts.h"
#include "harness/predict/model/models.h"

namespace ladder {

// [s] of so many bytes in page-locked memory, as fast as a copy of 64 MiB; `way` is host_to_device
// or device_to_host.
double bus_seconds(const Machine &, const std::string &way, double bytes);

// A step of a pass of `steps` whose kernels take `step` each: a chunk is worked on when it has come
// and the one before is done, and goes when its work is done. Both ways at once are as fast as one.
// Throws UsageError: the machine has no such copies.
Prediction pass_by_the_bus(const Machine &, const std::vector<ladder_chunk> &, double steps,
                           Prediction step);

}  // namespace ladder
