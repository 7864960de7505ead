// The wavelet of the sources.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "harness/case/assemble.h"
#include "harness/case/numbers.h"
#include "harness/case/read_file.h"
#include "harness/error.h"

namespace ladder {
namespace {

constexpr std::uint64_t most_bytes = 1 << 26;

std::vector<float> ricker(double peak_hz, double delay, Case &c) {
  std::vector<float> signal(static_cast<std::size_t>(c.steps));
  ladder_ricker(c.steps, c.dt, peak_hz, delay, signal.data());
  c.wavelet_delay = delay;
  return signal;
}

// A sample a line, one for every step of the case; beyond the last it is zero.
std::vector<float> from_file(const std::string &path, Case &c) {
  std::istringstream lines(read_file(path, most_bytes));
  std::string line;
  std::vector<float> signal;
  for (int number = 1; std::getline(lines, line); ++number) {
    bool whole = true;
    const auto n = numbers_of_line(line, whole);
    if (whole && n.empty()) continue;
    if (!whole || n.size() != 1)
      throw FileError(
          fmt::format("{}:{}: expected one number, found '{}'", path, number, line.substr(0, 60)));
    signal.push_back(static_cast<float>(n[0]));
  }
  if (signal.empty()) throw FileError(fmt::format("'{}' holds no sample of a wavelet", path));
  const auto peak = std::max_element(signal.begin(), signal.end(),
                                     [](float a, float b) { return std::abs(a) < std::abs(b); });
  if (*peak == 0) throw FileError(fmt::format("'{}': the wavelet is zero everywhere", path));
  c.wavelet_delay = c.dt * double(peak - signal.begin());
  c.notes.push_back(
      fmt::format("wavelet: {} samples, taken as {:g} ms apart", signal.size(), 1e3 * c.dt));
  if (signal.size() > static_cast<std::size_t>(c.steps))
    c.notes.push_back(fmt::format("wavelet: the case ends after {} of them", c.steps));
  signal.resize(static_cast<std::size_t>(c.steps));
  return signal;
}

}  // namespace

std::vector<float> make_signal(const CaseFile &file, const CaseOverrides &over, Case &c) {
  const std::string &asked = over.wavelet;
  if (asked.empty()) return ricker(file.peak, file.delay, c);
  if (!asked.starts_with("ricker:")) return from_file(asked, c);
  const auto n = numbers_between(asked.substr(7), ',');
  if (n.empty() || n.size() > 2 || n[0] <= 0)
    throw UsageError(fmt::format(
        "--wavelet={}: expected ricker:HZ or ricker:HZ,DELAY with the delay in seconds", asked));
  return ricker(n[0], n.size() == 2 ? n[1] : 1.2 / n[0], c);
}

}  // namespace ladder
