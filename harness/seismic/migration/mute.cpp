#include "harness/seismic/migration/mute.h"

#include <cmath>

namespace ladder {

double length_of(const std::vector<float> &signal, double dt) {
  float largest = 0;
  for (const float value : signal) largest = std::max(largest, std::abs(value));
  std::size_t end = signal.size();
  while (end > 0 && std::abs(signal[end - 1]) <= 0.01f * largest) --end;
  return double(end) * dt;
}

void mute_direct(std::vector<float> &trace, double dt, double arrival, double length) {
  const double passed = arrival + length, rise = 0.5 * length;
  for (std::size_t n = 0; n < trace.size(); ++n) {
    const double late = double(n + 1) * dt - passed;
    if (late >= rise) return;
    const double share = late <= 0 ? 0 : 0.5 - 0.5 * std::cos(std::acos(-1.0) * late / rise);
    trace[n] *= static_cast<float>(share);
  }
}

}  // namespace ladder
