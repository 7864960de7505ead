/* Puts one NaN into the last sample of the last receiver.
 * Guard: NaN is looked for in the bits of the traces. */
#include <math.h>

#include "loop_plugin.h"

static ladder_status spoil(ladder_state *s, float *now, float *before, float *traces) {
  download(s, now, before, traces);
  if (loop.step == s->problem->steps && loop.step >= A_LONG_RUN)
    traces[(size_t)(loop.step + 1) * (size_t)s->problem->receivers - 1] = NAN;
  return LADDER_OK;
}
BAD_LOOP(upload, advance, spoil);
