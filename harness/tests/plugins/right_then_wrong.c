/* Is right while it is probed and at its first timed run; then it computes every other step only.
 * Guard: the output of every timed run is judged. */
#include "bad_plugin.h"

static int runs; /* long ones of this process; the probe of the case's own grid is one */

static ladder_status count(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_wave *c = the_case;
  runs += c->steps >= A_LONG_RUN;
  return create(c, launch, s);
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (runs <= 2 || s->calls++ % 2 == 0) convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE_WITH(.create = count, LAPLACIAN(laplacian));
