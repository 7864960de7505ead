/* Says that it takes one thread, and has four more processes compute, which have ended when its
 * call returns.
 * Guard: the processor time of a plug-in is that of all its processes, also of those that have
 * ended. */
#include "burn.h"
#include "loop_plugin.h"

static const ladder_knob knob = {"threads", "threads", NULL, 1, {1, 0}, {1, 0}, {64, 0}};

static ladder_status one(const ladder_state *s, ladder_launch *used) {
  (void)s;
  used->knob[0][0] = 1;
  return LADDER_OK;
}
static ladder_status with_helpers(ladder_state *s, int32_t count) {
  pid_t helper[4] = {0};
  for (int i = 0; count >= A_LONG_RUN && i < 4; ++i) helper[i] = burn(0.3);
  advance(s, count);
  for (int i = 0; i < 4; ++i)
    if (helper[i] > 0) waitpid(helper[i], NULL, 0);
  return LADDER_OK;
}
BAD_LOOP(upload, with_helpers, download, .launch_used = one, .knobs = 1, .knob = &knob);
