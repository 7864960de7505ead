/* What the plug-ins that err in the traced run alone share. No plug-in can see the tracer; it knows
 * the traced run by counting: of the runs of the whole case one is the probe's, two are timed and
 * the next is traced. */
#include "bad_plugin.h"

static int whole_runs; /* of this process */

static ladder_status count_runs(const void *the_case, const ladder_launch *launch,
                                ladder_state **state) {
  const ladder_wave *c = the_case;
  whole_runs += c->steps >= A_LONG_RUN;
  return create(c, launch, state);
}
static inline int traced(void) { return whole_runs > 3; }

#define BAD_WHEN_TRACED(...) BAD_STAGE_WITH(.create = count_runs, __VA_ARGS__)
