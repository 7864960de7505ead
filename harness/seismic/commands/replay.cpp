#include "harness/seismic/commands/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ladder {

std::string words_of_replay(const WaveCase &c, const Wavefield &field) {
  const std::vector<float> &wanted = c.captured->after;
  if (c.steps != c.captured->steps)
    return fmt::format(
        "replayed: {} of {} captured steps, so the field is not compared with the program's",
        c.steps, c.captured->steps);
  if (std::memcmp(wanted.data(), field.now.data(), wanted.size() * sizeof(float)) == 0)
    return fmt::format("replayed: after {} steps the field is the program's, bit for bit", c.steps);
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    largest = std::max(largest, std::abs(double(wanted[i])));
    difference = std::max(difference, std::abs(double(wanted[i]) - field.now[i]));
  }
  return fmt::format(
      "replayed: after {} steps the field differs from the program's by at most {:.3g}, {:.2g} of "
      "its "
      "largest value",
      c.steps, difference, largest > 0 ? difference / largest : HUGE_VAL);
}

}  // namespace ladder
