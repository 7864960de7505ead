/* Leaves its output as it was.
 * Guard: the outputs are poisoned. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  (void)s, (void)p, (void)lap;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
