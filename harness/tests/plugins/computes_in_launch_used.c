/* Computes when it is asked for its launch, behind the timed part.
 * Guard: results that change after the driver has returned are seen. */
#include "late_results.h"

static ladder_status compute(const ladder_state *s, ladder_launch *used) {
  keep_the_promise((ladder_state *)s);
  return launch_used(s, used);
}
BAD_LOOP(upload, put_off, promise, .launch_used = compute);
