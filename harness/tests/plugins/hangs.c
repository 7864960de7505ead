/* Does not return from its fifth call.
 * Guard: plug-ins run in a child process, with a time limit. */
#include <unistd.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  while (s->calls == 4) sleep(1);
  ++s->calls;
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
