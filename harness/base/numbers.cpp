#include "harness/base/numbers.h"

#include <charconv>
#include <cmath>

namespace ladder {
namespace {

// One number at `at`, which is moved behind it; false: none, or not finite.
bool take(const char *&at, const char *end, double &value) {
  const auto [next, problem] = std::from_chars(at, end, value);
  at = next;
  return problem == std::errc() && std::isfinite(value);
}

}  // namespace

std::vector<double> numbers_between(const std::string &text, char separator) {
  std::vector<double> found;
  const char *at = text.data(), *end = at + text.size();
  for (;; ++at) {
    double value = 0;
    if (!take(at, end, value)) return {};
    found.push_back(value);
    if (at == end) return found;
    if (*at != separator) return {};
  }
}

std::vector<double> numbers_of_line(const std::string &line, bool &whole) {
  const std::string text = line.substr(0, line.find('#'));
  std::vector<double> found;
  const char *at = text.data(), *end = at + text.size();
  whole = true;
  for (;;) {
    while (at != end && (*at == ' ' || *at == '\t' || *at == ',' || *at == '\r')) ++at;
    if (at == end) return found;
    double value = 0;
    if (!take(at, end, value)) {
      whole = false;
      return found;
    }
    found.push_back(value);
  }
}

}  // namespace ladder
