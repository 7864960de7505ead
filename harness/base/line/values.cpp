#include "harness/base/line/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/line/range.h"

namespace ladder {
namespace {

template <typename Number>
bool is_number(const std::string &text, Number &value) {
  const char *end = text.data() + text.size();
  const auto [at, problem] = std::from_chars(text.data(), end, value);
  return problem == std::errc() && at == end;
}

}  // namespace

int whole_number(const std::string &option, const std::string &text, int least, int most) {
  int value = 0;
  if (!is_number(text, value) || value < least || value > most)
    throw UsageError(
        fmt::format("{}={}: expected a whole number from {} to {}", option, text, least, most));
  return value;
}

double real_number(const std::string &option, const std::string &text, double least, double most,
                   const std::string &unit) {
  double value = 0;
  // The comparisons are false for NaN.
  if (!is_number(text, value) || !(value >= least && value <= most))
    throw UsageError(fmt::format("{}={}: expected a number from {:.10g} to {:.10g}{}", option, text,
                                 least, most, unit.empty() ? "" : " " + unit));
  return value;
}

double seconds(const std::string &option, const std::string &text, double least, double most) {
  double value = 0, unit = 1;
  std::string number = text;
  for (const auto &[ending, scale] : {std::pair{"us", 1e-6}, {"ms", 1e-3}, {"s", 1.0}})
    if (number.ends_with(ending)) {
      unit = scale;
      number.resize(number.size() - std::string(ending).size());
      break;
    }
  if (!is_number(number, value) || !(value * unit >= least && value * unit <= most))
    throw UsageError(
        fmt::format("{}={}: expected a time such as 0.002, 2ms or 500us, from {:g} to {:g} s",
                    option, text, least, most));
  return value * unit;
}

std::vector<std::string> separated(const std::string &option, const std::string &text) {
  std::vector<std::string> parts;
  std::istringstream all(text + ",");
  for (std::string part; std::getline(all, part, ',');) parts.push_back(part);
  if (std::ranges::count(parts, "") > 0)
    throw UsageError(fmt::format("{}={}: the list has an empty value", option, text));
  return parts;
}

std::vector<int> whole_numbers(const std::string &option, const std::vector<std::string> &words,
                               int least, int most) {
  std::vector<int> numbers;
  for (const std::string &value : expand(option.substr(2), words))
    numbers.push_back(whole_number(option, value, least, most));
  return numbers;
}

}  // namespace ladder
