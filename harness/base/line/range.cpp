#include "harness/base/line/range.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "harness/base/error.h"

namespace ladder {
namespace {

constexpr std::size_t most_values = 10000;
constexpr long most_value = 1000000000;

struct Range {
  long first, last, step;
  bool times;  // each value is `step` times the one before, instead of `step` more
};

long number(const std::string &option, const std::string &word, const std::string &text) {
  long value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size())
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
