/* Crashes in create.
 * Guard: plug-ins run in a child process. */
#include "bad_plugin.h"

static ladder_status crash(const ladder_case *c, const ladder_launch *launch, ladder_state **s) {
  volatile float *volatile nowhere = NULL;
  *nowhere = 0;
  return create(c, launch, s);
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE_WITH(.create = crash, .laplacian = laplacian);
