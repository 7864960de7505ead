// The wavelet of the sources.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/base/numbers.h"
#include "harness/problems/wave/assemble.h"

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

}  // namespace ladder
