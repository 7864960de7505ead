/* Has a knob `shots`, and computes one of the eight that it says.
 * Guard: a plug-in's run counts as one, since the others' results are nowhere to be seen. */
#include "bad_plugin.h"

static const ladder_knob knob = {"shots", "shots at once", NULL, 1, {8, 0}, {1, 0}, {64, 0}};

static ladder_status eight(const ladder_state *s, ladder_launch *used) {
  (void)s;
  *used = (ladder_launch){.knob = {{8, 0}}};
  return LADDER_OK;
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .launch_used = eight, .knobs = 1, .knob = &knob);
