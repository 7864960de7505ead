#include "harness/problems/wave/model_unit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/base/error.h"

namespace ladder {
namespace {

// Water in ft/s: a model whose slowest value this is may be in feet, and could be a fast one in
// m/s.
bool wet_in_feet(double slowest) { return slowest >= 4700 && slowest <= 5100; }

// Which of several units it may be: "ft/s (1500 to 4482 m/s)".
std::string guesses(const std::vector<VelocityUnit> &units, double low, double high) {
  std::vector<std::string> words;
  for (const VelocityUnit &unit : units) {
    const double a = unit.to_metres(low), b = unit.to_metres(high);
    words.push_back(fmt::format("--units={} ({:.0f} to {:.0f} m/s)", unit.name, std::min(a, b),
                                std::max(a, b)));
  }
  return fmt::format("{}", fmt::join(words, ", or "));
}

}  // namespace

VelocityUnit unit_of(const ModelRequest &r, const std::string &stated, const std::vector<float> &v,
                     std::vector<std::string> &notes) {
  if (!r.units.empty()) return *velocity_unit(r.units);
  if (const auto unit = velocity_unit(stated)) {
    notes.push_back(fmt::format("units: {}, as stated in the model's file", unit->name));
    return *unit;
  }
  if (!stated.empty())
    throw FileError(
        fmt::format("model '{}' has the unit '{}', but only {} are read: convert it, or give "
                    "--units= if the file is wrong",
                    r.path, stated, velocity_units()));
  const double low = *std::min_element(v.begin(), v.end()),
               high = *std::max_element(v.begin(), v.end());
  const std::vector<VelocityUnit> likely = likely_units(low, high);
  const auto lie = [&](double least, double most) { return low >= least && high <= most; };
  const char *units = lie(300, most_velocity) ? "m/s" : lie(0.3, 12) ? "km/s" : nullptr;
  // Rock and water are seldom so slow or so fast that another unit is the likelier one.
  const bool another = !likely.empty() && likely.front().name != std::string(units ? units : "");
  const bool doubtful = another || (likely.size() > 1 && low != high && wet_in_feet(low));
  if (!units || doubtful)
    throw FileError(fmt::format(
        "model '{}' has values from {:g} to {:g}, {}", r.path, low, high,
        likely.empty()
            ? "whose unit is ambiguous: give --units=, one of " + velocity_units()
            : "and the file does not state their unit: give " + guesses(likely, low, high) +
                  (another && units ? fmt::format(", or --units={}", units) : "")));
  notes.push_back(fmt::format("units: {}, since the values lie in {:g} to {:g}", units, low, high));
  return *velocity_unit(units);
}

}  // namespace ladder
