/* Crashes in create.
 * Guard: plug-ins run in a child process. */
#include "bad_plugin.h"

static ladder_status crash(const void *c, const ladder_launch *launch, ladder_state **s) {
  volatile float *volatile nowhere = NULL;
  *nowhere = 0;
  return create(c, launch, s);
}
BAD_STAGE_WITH(.create = crash, LAPLACIAN(honest_laplacian));
