#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/line/option.h"
#include "harness/base/numbers.h"

namespace ladder {

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

namespace {

constexpr std::size_t most_values = 10000;
constexpr long most_value = 1000000000;

struct Range {
  long first, last, step;
  bool times;  // each value is `step` times the one before, instead of `step` more
};

long number(const std::string &option, const std::string &word, const std::string &text) {
  long value = 0;
  if (!is_number(text, value))
    throw UsageError(
        fmt::format("--{}={}: '{}' is not a whole number; a range is first:last, first:last:step "
                    "or first:last:*factor",
                    option, word, text));
  return value;
}

Range parse(const std::string &option, const std::string &word) {
  const auto first = word.find(':'), second = word.find(':', first + 1);
  Range range{number(option, word, word.substr(0, first)),
              number(option, word, word.substr(first + 1, second - first - 1)), 1, false};
  if (second != std::string::npos) {
    range.times = word.substr(second + 1, 1) == "*";
    range.step = number(option, word, word.substr(second + 1 + range.times));
  }
  if (range.last > most_value)
    throw UsageError(
        fmt::format("--{}={}: a range goes up to {} at most", option, word, most_value));
  if (range.last < range.first)
    throw UsageError(fmt::format("--{}={}: the range runs backwards; write {}:{}", option, word,
                                 range.last, range.first));
  if (range.step < (range.times ? 2 : 1) || (range.times && range.first < 1))
    throw UsageError(
        fmt::format("--{}={}: the range would not end; a step is at least 1, a factor at "
                    "least 2 from at least 1",
                    option, word));
  return range;
}

}  // namespace

std::vector<std::string> expand(const std::string &option, const std::vector<std::string> &words) {
  std::vector<std::string> values;
  const auto take = [&](const std::string &value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  for (const std::string &word : words) {
    if (word.empty()) throw UsageError(fmt::format("--{} has an empty value in its list", option));
    if (word.find(':') == std::string::npos) {
      take(word);
      continue;
    }
    const Range range = parse(option, word);
    for (long value = range.first; value <= range.last;
         value = range.times ? value * range.step : value + range.step) {
      take(std::to_string(value));
      if (values.size() > most_values)
        throw UsageError(fmt::format("--{}={}: more than {} values", option, word, most_values));
    }
  }
  return values;
}

}  // namespace ladder
