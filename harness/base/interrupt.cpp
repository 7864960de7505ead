#include "harness/base/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "harness/base/clock.h"

namespace ladder {
namespace {

volatile std::int32_t flag = 0;
volatile std::int64_t first_at = 0;  // [ns]

void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  raise(signal);  // pending until the handler returns
}

extern "C" void on_signal(int signal) {
  // timeout(1) sends its signal twice at once: to the program, and to all of its group.
  constexpr std::int64_t at_once = 100000000;  // [ns]
  const std::int64_t now = steady_ns();
  // A second Ctrl-C ends a stage that does not come back.
  if (flag && now - first_at >= at_once) end_by(signal);
  if (!flag) first_at = now;
  flag = 1;
}

extern "C" void on_signal_at_once(int signal) {
  static const char words[] = "ladder: interrupted\n";
  if (write(STDERR_FILENO, words, sizeof words - 1) < 0) {
    // Nobody reads them.
  }
  end_by(signal);
}

void catch_with(void (*handler)(int)) {
  std::signal(SIGINT, handler);
  std::signal(SIGTERM, handler);
}

}  // namespace

void catch_interrupts() { catch_with(on_signal); }
void end_at_interrupts() { catch_with(on_signal_at_once); }
bool interrupted() { return flag != 0; }
const volatile std::int32_t *interrupt_flag() { return &flag; }

}  // namespace ladder
