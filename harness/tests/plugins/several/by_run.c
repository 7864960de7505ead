/* Plug-ins that compute every other step only in some runs: a function of how many long runs its
 * process has begun says in which it computes all. The probe of the case's own grid is the first.
 * Guard: the output of every timed run is judged, and the worst counts. */
#include "../bad_plugin.h"

static int runs;

#define PLUGIN(name) static inline int name(void)
PLUGIN(right_then_wrong) { return runs <= 2; }
PLUGIN(wrong_at_first) { return runs != 2; }

static ladder_status count(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_wave *c = the_case;
  runs += c->steps >= A_LONG_RUN;
  return create(c, launch, s);
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (CHOSEN() || s->calls++ % 2 == 0) convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE_WITH(.create = count, LAPLACIAN(laplacian));
