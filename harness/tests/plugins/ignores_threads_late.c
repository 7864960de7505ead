/* Has a knob, reports the requested value until it has computed, and then what it used.
 * Guard: the launch is looked at after every run too. */
#include "bad_plugin.h"

static const ladder_knob knob = {"threads", "threads", NULL, 1, {128, 0}, {1, 0}, {1024, 0}};
static ladder_launch asked;

static ladder_status remember(const void *c, const ladder_launch *launch, ladder_state **s) {
  asked = *launch;
  return create(c, launch, s);
}
static ladder_status admit(const ladder_state *s, ladder_launch *used) {
  *used = s->calls ? (ladder_launch){.knob = {{128, 0}}} : asked;
  return LADDER_OK;
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  ++s->calls;
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE_WITH(.create = remember, LAPLACIAN(laplacian), .launch_used = admit, .knobs = 1,
               .knob = &knob);
