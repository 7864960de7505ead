#include "harness/answers/options/say_case.h"

#include "harness/base/progress.h"

namespace ladder {
namespace {

void say_all(const std::vector<std::string> &lines) {
  for (const auto &line : lines) say(line);
}

}  // namespace

void say_case(const Case &c) {
  say_all(c.notes);
  say_all(c.words());
}

void say_grid(const WaveCase &c) {
  say_all(c.notes);
  say_all(words_of_grid(c));
}

void say_waves(const WaveCase &c, const Dispersion &d) { say_all(words_of_waves(c, d)); }

}  // namespace ladder
