#include "harness/machine/floor/floor.h"

#include <fmt/format.h>

#include <algorithm>

namespace ladder {

Floor least_time(const Work &work, const HostSpeeds &host,
                 const std::optional<DeviceSpeeds> &device) {
  if (work.on_device && !device) return {0, "none: the device's speeds were not measured"};
  // All cores together may have been disturbed while they were measured; one core at least was not,
  // or not for all of its rounds.
  const double host_rate =
      std::max(host.multiply_adds_per_s, host.cores * host.multiply_adds_per_s_one_core);
  const double rate = work.on_device ? device->multiply_adds_per_s : host_rate;
  const double slots = work.multiply_adds_per_point;
  const double arithmetic = work.points * work.steps * slots / rate;
  Floor floor{
      arithmetic,
      fmt::format("{:.4g} cells x {:.4g} steps x {:g} multiply-adds / {:.3g} per s = {:.3g} s "
                  "of arithmetic",
                  work.points, work.steps, slots, rate, arithmetic)};
  if (!work.on_device) return floor;
  const double in = work.bytes_in, out = work.bytes_out;
  const double copies = std::max(in / device->h2d_bytes_per_s, out / device->d2h_bytes_per_s);
  floor.words += fmt::format(
      "; {:.4g} B in at {:.3g} B/s and at the same time {:.4g} B out at {:.3g} B/s = {:.3g} s of "
      "copies; the larger counts",
      in, device->h2d_bytes_per_s, out, device->d2h_bytes_per_s, copies);
  floor.seconds = std::max(arithmetic, copies);
  return floor;
}

bool plausible(double seconds, const Floor &floor) { return seconds >= 0.95 * floor.seconds; }

}  // namespace ladder
