// The wavelet of the sources, and the frequencies that a signal holds.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/base/numbers.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {
namespace {

// Of a wavelet's energy. A peak in the very first sample has half of it, and passes with a warning.
constexpr double least_within = 0.49, nearly_all = 0.99;

// Of a wavelet's energy, as shares.
struct Energy {
  double before = 0, within = 0, after = 0;  // the run
};

// Refuses a wavelet that sends little into the run, or says what is missing. Whoever cuts the run
// short with --nt, to time it, gets words alone; a wavelet that is asked for must lie within the
// run.
void judge(const Energy &share, const std::string &wavelet, const CaseFile &file,
           const CaseOverrides &over, WaveCase &c) {
  if (over.any_dt || share.within >= nearly_all) return;
  const bool early = share.before > share.after;
  const std::string words =
      fmt::format("{:.0f} % of the energy of {} are {} the run of {:g} s, and {:.0f} % within it",
                  100 * (early ? share.before : share.after), wavelet, early ? "before" : "after",
                  c.steps * c.dt, 100 * share.within);
  if (share.within < least_within && !over.wavelet.empty())
    throw UsageError(fmt::format("--wavelet={}: {}; {}", over.wavelet, words,
                                 early ? "give it a later delay" : "take more samples (--nt)"));
  if (share.within < least_within && early)
    throw FileError(fmt::format("{}: {}; take a later delay", file.shown, words));
  c.notes.push_back(fmt::format("warning: {}: the rest is cut off{}", words,
                                early ? "; give it a later delay" : ""));
}

// The continuous wavelet's, so that coarse samples do not matter.
Energy energy_of(const Ricker &wavelet, double end) {
  Energy share;
  const int count = 2000;
  const double reach = 4;  // |u| beyond which nothing is left
  for (int i = 0; i < count; ++i) {
    const double u = reach * (2 * (i + 0.5) / count - 1),
                 t = wavelet.delay + u / (M_PI * wavelet.peak);
    (t < 0 ? share.before : t < end ? share.within : share.after) += wavelet.energy(t);
  }
  const double all = share.before + share.within + share.after;
  return {share.before / all, share.within / all, share.after / all};
}

std::vector<float> from_ricker(const Ricker &wavelet, const CaseFile &file,
                               const CaseOverrides &over, WaveCase &c) {
  judge(energy_of(wavelet, c.steps * c.dt), wavelet.words(), file, over, c);
  c.wavelet_delay = wavelet.largest_at();
  c.band = band_of_ricker(wavelet.peak, wavelet.integral);
  return wavelet.samples(c.steps, c.dt);
}

double energy(const std::vector<float> &signal, std::size_t samples) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(samples, signal.size()); ++i)
    sum += double(signal[i]) * double(signal[i]);
  return sum;
}

std::vector<float> read_samples(const std::string &path) {
  std::vector<float> signal;
  for (const auto &one : read_lines_of_numbers(path, 1, "one number"))
    signal.push_back(static_cast<float>(one.numbers[0]));
  if (signal.empty()) throw FileError(fmt::format("'{}' holds no samples of a wavelet", path));
  return signal;
}

// A sample a line, one for every step of the case; beyond the last it is zero.
std::vector<float> from_file(const std::string &path, const CaseFile &file,
                             const CaseOverrides &over, WaveCase &c) {
  if (!over.wavelet.empty()) refuse_misspelt("--wavelet", path, {"ricker"});
  std::vector<float> signal = read_samples(path);
  const auto peak = std::max_element(signal.begin(), signal.end(),
                                     [](float a, float b) { return std::abs(a) < std::abs(b); });
  if (*peak == 0) throw FileError(fmt::format("'{}': the wavelet is zero everywhere", path));
  c.wavelet_delay = c.dt * double(peak - signal.begin());
  c.notes.push_back(
      fmt::format("wavelet: {} samples with an interval of {:g} ms", signal.size(), 1e3 * c.dt));
  const auto steps = static_cast<std::size_t>(c.steps);
  if (signal.size() > steps)
    c.notes.push_back(fmt::format("wavelet: the run ends after {} of its samples", c.steps));
  const double within = energy(signal, steps) / energy(signal, signal.size());
  judge({0, within, 1 - within}, "this wavelet", file, over, c);
  c.band = band_of(signal.data(), signal.size(), 1, c.dt);
  signal.resize(steps);
  return signal;
}

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

std::vector<float> make_signal(const CaseFile &file, const CaseOverrides &over, WaveCase &c) {
  const std::string &asked = over.wavelet.empty() ? file.wavelet_file : over.wavelet;
  if (asked.empty()) return from_ricker(file.ricker, file, over, c);
  if (!asked.starts_with("ricker:")) return from_file(asked, file, over, c);
  const auto wavelet = ricker_asked(asked);
  if (!wavelet)
    throw UsageError(
        fmt::format("--wavelet={}: expected ricker:HZ or ricker:HZ,DELAY with the delay in "
                    "seconds, and :integral behind it for the integral over time",
                    asked));
  return from_ricker(*wavelet, file, over, c);
}

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
