/* Has a knob and runs its preset whatever is asked.
 * Guard: the launch that was used is held against the one that was asked for. */
#include "bad_plugin.h"

static const ladder_knob knob = {"threads", "threads", NULL, 1, {128, 0}, {1, 0}, {1024, 0}};

static ladder_status preset(const ladder_state *s, ladder_launch *used) {
  (void)s;
  *used = (ladder_launch){.knob = {{128, 0}}};
  return LADDER_OK;
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .launch_used = preset, .knobs = 1, .knob = &knob);
