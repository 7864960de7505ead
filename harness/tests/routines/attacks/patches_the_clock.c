/* Right. Exports a clock that never advances.
 * Guard: no clock of its process is read, and its names are looked at. */
#include <time.h>

#include "attack.h"

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *now) {
  (void)clock;
  *now = (struct timespec){1, 0};
  return 0;
}
ATTACK { DAMP; }
