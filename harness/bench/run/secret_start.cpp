#include "harness/bench/run/secret_start.h"

#include <sys/random.h>

#include "harness/base/error.h"
#include "harness/problem.h"

namespace ladder {

std::uint64_t secret_number() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    throw Error(Exit::device, "the operating system gives no random numbers (getrandom failed)");
  return number;
}

Start secret_start(const Case &c) {
  Start start;
  while (start.seed == 0) start.seed = secret_number();
  start.amplitude = c.start_amplitude();
  return start;
}

}  // namespace ladder
