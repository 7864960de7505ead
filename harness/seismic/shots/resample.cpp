#include "harness/seismic/shots/resample.h"

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

// Nearer to an old sample than this, it is that one: delays went through whole milliseconds.
constexpr double hair = 1e-6;  // [samples]

}  // namespace

std::vector<float> resample(const float *trace, int samples, int factor) {
  return resample_from(trace, samples, 0, factor, (samples - 1) * factor + 1);
}

std::vector<float> resample_from(const float *trace, int samples, double first, int factor,
                                 int count) {
  std::vector<float> finer(static_cast<std::size_t>(count));
  for (int phase = 0; phase < factor; ++phase) {
    const double at = first + double(phase) / factor;
    const bool old = std::abs(at - std::round(at)) < hair;
    const int before = static_cast<int>(old ? std::round(at) : std::floor(at));
    std::vector<double> weights;  // of old samples reach - 1 before to reach behind
    for (int i = 1 - kernel_reach; i <= kernel_reach && !old; ++i)
      weights.push_back(weight(i - (at - before)));
    for (int n = 0; n * factor + phase < count; ++n) {
      const int here = before + n;
      if (here < 0 || here >= samples - (old ? 0 : 1)) continue;
      double sum = 0;
      if (old) sum = double(trace[here]);
      for (int i = 1 - kernel_reach; i <= kernel_reach && !old; ++i)
        if (here + i >= 0 && here + i < samples)
          sum += weights[static_cast<std::size_t>(i + kernel_reach - 1)] * double(trace[here + i]);
      finer[static_cast<std::size_t>(n * factor + phase)] = static_cast<float>(sum);
    }
  }
  return finer;
}

}  // namespace ladder
