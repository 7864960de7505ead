// Ctrl-C, as the program catches it: the first is a request, a second one ends it.
#include <csignal>

#include "harness/base/interrupt.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

// What a stage does that never comes back: it does not ask whether it was interrupted.
void ctrl_c(unsigned ms_before) {
  usleep(1000 * ms_before);
  raise(SIGINT);
}

TEST(Interrupt, ASecondEndsTheProgram) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        ctrl_c(0);
        ctrl_c(200);
        std::_Exit(0);
      },
      testing::KilledBySignal(SIGINT), "");
}

TEST(Interrupt, TwoAtOnceAreOne) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        ctrl_c(0);
        ctrl_c(0);
        std::_Exit(interrupted() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace ladder
