/* Right. Exports a clock that never advances, and takes 1 ms.
 * Guard: no clock of its process is read. */
#include <time.h>

#include "attack.h"

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *now) {
  (void)clock;
  *now = (struct timespec){1, 0};
  return 0;
}
ATTACK {
  DAMP;
  usleep(1000);
}
