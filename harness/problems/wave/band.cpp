#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <vector>

#include "harness/problems/wave/wave_case.h"

namespace ladder {
namespace {

constexpr double least_amplitude = 0.1;  // of the largest

// Radix 2, in place; the length is a power of two (Cooley and Tukey, 1965).
void transform(std::vector<std::complex<double>> &x) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (std::size_t length = 2; length <= n; length *= 2) {
    std::vector<std::complex<double>> turn(length / 2);
    for (std::size_t k = 0; k < turn.size(); ++k)
      turn[k] = std::polar(1.0, -2 * std::acos(-1.0) * double(k) / double(length));
    for (std::size_t begin = 0; begin < n; begin += length)
      for (std::size_t k = 0; k < turn.size(); ++k) {
        const auto even = x[begin + k], odd = turn[k] * x[begin + k + turn.size()];
        x[begin + k] = even + odd;
        x[begin + k + turn.size()] = even - odd;
      }
  }
}

}  // namespace

Band band_of_ricker(double peak_hz, bool integral) {
  // The roots of x exp(1 - x) = least_amplitude, x = (f / peak)^2; of the integral of sqrt(2 x)
  // exp(1/2 - x).
  if (integral) return {0.042967 * peak_hz, 1.954271 * peak_hz};
  return {0.195503 * peak_hz, 2.211271 * peak_hz};
}

Band band_of(const float *values, std::size_t samples, std::size_t signals, double dt) {
  // At least four points of the spectrum for each that the samples determine, so that no peak lies
  // between.
  const std::size_t length = std::bit_ceil(4 * std::max<std::size_t>(samples, 64));
  std::vector<double> power(length / 2 + 1);
  for (std::size_t s = 0; s < signals; ++s) {
    std::vector<std::complex<double>> x(length);
    std::copy_n(values + s * samples, samples, x.begin());
    transform(x);
    for (std::size_t i = 0; i < power.size(); ++i) power[i] += std::norm(x[i]);
  }
  const double least =
      least_amplitude * least_amplitude * *std::max_element(power.begin(), power.end());
  if (!(least > 0)) return {};
  const auto enough = [least](double p) { return p >= least; };
  const auto first = std::find_if(power.begin(), power.end(), enough) - power.begin(),
             last = power.rend() - std::find_if(power.rbegin(), power.rend(), enough) - 1;
  const double step = 1 / (dt * double(length));
  return {double(first) * step, double(last) * step};
}

}  // namespace ladder
