/* Is right in the probe and in two timed runs, and wrong in the fourth long run, which is then the
 * traced one: the scopes show what it did not do.
 * Guard: the traced run is judged too. */
#include "bad_plugin.h"

static int runs; /* long ones of this process; the probe of the case's own grid is one */

static ladder_status count(const ladder_case *c, const ladder_launch *launch, ladder_state **s) {
  runs += c->steps >= A_LONG_RUN;
  return create(c, launch, s);
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (runs <= 3 || s->calls++ % 2 == 0) convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE_WITH(.create = count, .laplacian = laplacian);
