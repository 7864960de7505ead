/* Right at every launch, and does nothing for 20 ms a run but at pace=3: what `ladder tune` finds
 * is known. */
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "bad_plugin.h"

static const ladder_knob knob = {"pace", "of no meaning", NULL, 1, {1, 0}, {1, 0}, {4, 0}};
static ladder_launch asked;

static ladder_status remember(const void *c, const ladder_launch *launch, ladder_state **s) {
  asked = *launch;
  return create(c, launch, s);
}
static ladder_status tell(const ladder_state *s, ladder_launch *used) {
  (void)s;
  *used = asked;
  return LADDER_OK;
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (s->calls++ == 0 && asked.knob[0][0] != 3) usleep(20000);
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE_WITH(.create = remember, LAPLACIAN(laplacian), .launch_used = tell, .knobs = 1,
               .knob = &knob);
