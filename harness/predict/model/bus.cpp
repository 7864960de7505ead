#include "harness/predict/model/bus.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/error.h"

namespace ladder {

double bus_seconds(const Machine &machine, const std::string &way, double bytes) {
  constexpr double large = 64 << 20;
  return bytes > 0 ? bytes / large * machine.value("copy." + way + ".page_locked", large) : 0;
}

Prediction pass_by_the_bus(const Machine &machine, const std::vector<ladder_chunk> &chunks,
                           double steps, Prediction step) {
  for (const char *copies : {"copy.host_to_device.page_locked", "copy.device_to_host.page_locked"})
    if (!machine.has(copies))
      throw UsageError(fmt::format("the record of {} has no '{}': run `ladder microbench` there",
                                   machine.device().name, copies));
  const double kernels = step.seconds * steps;
  double came = 0, made = 0, gone = 0, out = 0;
  for (const ladder_chunk &chunk : chunks) {
    came += bus_seconds(machine, "host_to_device", chunk.in_bytes);
    made = std::max(came, made) + chunk.work * kernels;
    const double goes = bus_seconds(machine, "device_to_host", chunk.out_bytes);
    gone = std::max(made, gone) + goes;
    out += goes;
  }
  step.terms.push_back({"bus", std::max(came, out) / steps});
  if (step.terms.back().seconds > step.seconds) step.regime = "bus";
  step.seconds = gone / steps;
  return step;
}

}  // namespace ladder
