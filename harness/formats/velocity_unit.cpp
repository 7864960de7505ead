#include "harness/formats/velocity_unit.h"

#include <cctype>
#include <cmath>
#include <utility>

namespace ladder {
namespace {

constexpr double slowest = 1400, fastest = 9000;  // [m/s] from water to the upper mantle
constexpr double foot = 0.3048;                   // [m]

const std::vector<VelocityUnit> known = {
    {"m/s", [](double v) { return v; }, slowest, fastest},
    {"km/s", [](double v) { return 1000 * v; }, slowest / 1000, fastest / 1000},
    {"ft/s", [](double v) { return foot * v; }, slowest / foot, fastest / foot},
    {"s/m", [](double v) { return 1 / v; }, 1 / fastest, 1 / slowest},
    {"s/km", [](double v) { return 1000 / v; }, 1000 / fastest, 1000 / slowest},
    {"s2/m2", [](double v) { return 1 / std::sqrt(v); }, 1 / (fastest * fastest),
     1 / (slowest * slowest)},
    {"s2/km2", [](double v) { return 1000 / std::sqrt(v); }, 1e6 / (fastest * fastest),
     1e6 / (slowest * slowest)},
};

void replace_all(std::string &text, const std::string &from, const std::string &to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

}  // namespace

std::optional<VelocityUnit> velocity_unit(std::string_view text) {
  std::string plain;
  for (char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const auto &[from, to] : {std::pair{"²", "2"},
                                 {"^", ""},
                                 {"**", ""},
                                 {"sec", "s"},
                                 {"feet", "ft"},
                                 {"metres", "m"},
                                 {"meters", "m"}})
    replace_all(plain, from, to);
  for (const VelocityUnit &unit : known)
    if (plain == unit.name) return unit;
  return std::nullopt;
}

std::vector<std::string> names_of_velocity_units() {
  std::vector<std::string> names;
  for (const VelocityUnit &unit : known) names.push_back(unit.name);
  return names;
}

std::string velocity_units() {
  std::string names;
  for (const VelocityUnit &unit : known)
    names += (names.empty() ? "" : &unit == &known.back() ? " or " : ", ") + std::string(unit.name);
  return names;
}

std::vector<VelocityUnit> likely_units(double low, double high) {
  std::vector<VelocityUnit> likely;
  for (const VelocityUnit &unit : known)
    if (low >= unit.least && high <= unit.most) likely.push_back(unit);
  return likely;
}

}  // namespace ladder
