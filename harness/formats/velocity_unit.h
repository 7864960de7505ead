// The units in which files hold velocities: as such, or as slowness.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ladder {

struct VelocityUnit {
  const char *name;             // as --units and messages have it
  double (*to_metres)(double);  // per second
  double least, most;           // of rock, water and sea floor, from 1400 to 9000 m/s, in this unit
};

// Spelled as in files: "km/s", "KM/SEC", "s^2/km^2", "s²/km²". Nothing: no unit of velocity.
std::optional<VelocityUnit> velocity_unit(std::string_view text);

std::vector<std::string> names_of_velocity_units();
std::string velocity_units();  // "m/s, km/s, ..." for messages

// What values from `low` to `high` may be, when the file does not state it; m/s and km/s come
// first.
std::vector<VelocityUnit> likely_units(double low, double high);

}  // namespace ladder
