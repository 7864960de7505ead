/* Says that its device failed in the time loop of its own.
 * Guard: a run that fails on a device has the exit code of that, whatever it was run for. */
#include "loop_plugin.h"

static ladder_status fails(ladder_state *s, int steps) {
  (void)s, (void)steps;
  return LADDER_DEVICE_FAILED;
}
BAD_LOOP(upload, fails, download);
