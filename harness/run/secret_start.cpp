#include "harness/run/secret_start.h"

#include <sys/random.h>

#include "harness/base/error.h"
#include "harness/problem.h"

namespace ladder {

Start secret_start(const Case &c) {
  Start start;
  while (start.seed == 0)
    if (getrandom(&start.seed, sizeof start.seed, 0) != sizeof start.seed)
      throw Error(Exit::device, "the operating system gives no random numbers (getrandom failed)");
  start.amplitude = c.start_amplitude();
  return start;
}

}  // namespace ladder
