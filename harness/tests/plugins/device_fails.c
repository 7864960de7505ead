/* Says that its device failed.
 * Guard: that is distinguished from a wrong result, by an exit code of its own. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  (void)s, (void)p, (void)lap;
  return LADDER_DEVICE_FAILED;
}
BAD_STAGE(laplacian);
