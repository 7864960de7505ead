#include "harness/seismic/resample.h"

#include <cmath>
#include <numbers>

namespace ladder {
namespace {

constexpr int kernel_reach = 16;  // [samples]
constexpr double beta = 8;

// At a distance in samples.
double weight(double distance) {
  const double inside = 1 - (distance / kernel_reach) * (distance / kernel_reach);
  if (inside <= 0) return 0;
  const double window =
      std::cyl_bessel_i(0.0, beta * std::sqrt(inside)) / std::cyl_bessel_i(0.0, beta);
  const double x = std::numbers::pi * distance;
  return window * (x == 0 ? 1 : std::sin(x) / x);
}

}  // namespace

std::vector<float> resample(const float *trace, int samples, int factor) {
  std::vector<float> finer(static_cast<std::size_t>((samples - 1) * factor + 1));
  for (int phase = 0; phase < factor; ++phase) {
    std::vector<double> weights;  // of old samples reach - 1 before to reach behind
    for (int i = 1 - kernel_reach; i <= kernel_reach; ++i)
      weights.push_back(weight(i - double(phase) / factor));
    for (int n = 0; n * factor + phase < (samples - 1) * factor + 1; ++n) {
      double sum = 0;
      if (phase == 0) sum = double(trace[n]);
      for (int i = 1 - kernel_reach; i <= kernel_reach && phase != 0; ++i)
        if (n + i >= 0 && n + i < samples)
          sum += weights[static_cast<std::size_t>(i + kernel_reach - 1)] * double(trace[n + i]);
      finer[static_cast<std::size_t>(n * factor + phase)] = static_cast<float>(sum);
    }
  }
  return finer;
}

}  // namespace ladder
