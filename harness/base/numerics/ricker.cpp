#include "harness/base/numerics/ricker.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/base/numbers.h"
#include "harness/base/numerics/acoustic.h"
#include "harness/base/toml_section.h"

namespace ladder {

std::vector<float> Ricker::samples(std::int32_t count, double dt) const {
  std::vector<float> values(static_cast<std::size_t>(count));
  (integral ? ladder_ricker_integral : ladder_ricker)(count, dt, peak, delay, values.data());
  return values;
}

double Ricker::largest_at() const { return integral ? delay + M_SQRT1_2 / (M_PI * peak) : delay; }

double Ricker::energy(double t) const {
  const double u = M_PI * peak * (t - delay);
  return std::pow((integral ? u : 1 - 2 * u * u) * std::exp(-u * u), 2);
}

std::string Ricker::words() const {
  return fmt::format("the {}Ricker wavelet of {:g} Hz with its peak at {:g} s",
                     integral ? "time integral of the " : "", peak, delay);
}

std::optional<Ricker> ricker_asked(const std::string &text) {
  constexpr const char *begin = "ricker:", *integral = ":integral";
  if (!text.starts_with(begin)) return {};
  std::string numbers = text.substr(std::string(begin).size());
  Ricker found;
  found.integral = numbers.ends_with(integral);
  if (found.integral) numbers.resize(numbers.size() - std::string(integral).size());
  const auto n = numbers_between(numbers, ',');
  if (n.empty() || n.size() > 2 || n[0] <= 0) return {};
  found.peak = n[0];
  found.delay = n.size() == 2 ? n[1] : 1.2 / n[0];
  return found;
}

bool takes_integral(Section &section) {
  std::string signal = "ricker";
  section.take("signal", signal);
  if (signal != "ricker" && signal != "integral")
    section.fail("signal", "expected ricker or integral");
  return signal == "integral";
}

}  // namespace ladder
