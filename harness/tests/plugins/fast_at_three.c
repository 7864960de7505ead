/* Right at every launch, and does nothing for 20 ms a run but at pace=3: what `ladder tune` finds
 * is known. */
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (s->calls++ == 0 && asked.knob[0][0] != 3) usleep(20000);
  return honest_laplacian(s, p, lap);
}
BAD_STAGE_WITH(LAPLACIAN(laplacian), KNOB("pace", "of no meaning", 1, 4));
