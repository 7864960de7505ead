#include "harness/base/interrupt.h"

#include <csignal>

namespace ladder {
namespace {

volatile std::int32_t flag = 0;

extern "C" void on_signal(int signal) {
  // A second Ctrl-C ends a stage that does not come back.
  if (flag) std::signal(signal, SIG_DFL);
  flag = 1;
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}
bool interrupted() { return flag != 0; }
const volatile std::int32_t *interrupt_flag() { return &flag; }

}  // namespace ladder
