/* Has a knob, and uses another launch than was asked for in the traced run.
 * Guard: the launch is looked at after the traced run too. */
#include "when_traced.h"

static const ladder_knob knob = {"threads", "threads", NULL, 1, {128, 0}, {1, 0}, {1024, 0}};
static ladder_launch asked;

static ladder_status remember(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_wave *c = the_case;
  asked = *launch;
  return count_runs(c, launch, s);
}
static ladder_status admit(const ladder_state *s, ladder_launch *used) {
  (void)s;
  *used = traced() ? (ladder_launch){.knob = {{128, 0}}} : asked;
  return LADDER_OK;
}
BAD_STAGE_WITH(.create = remember, LAPLACIAN(honest_laplacian), .launch_used = admit, .knobs = 1,
               .knob = &knob);
