/* Computes when it is destroyed, behind the timed part.
 * Guard: results that change after the driver has returned are seen. */
#include "late_results.h"

static void finish(ladder_state *s) {
  if (s) keep_the_promise(s);
  release(s);
}
BAD_LOOP(upload, put_off, promise, .destroy = finish);
