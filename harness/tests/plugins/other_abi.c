/* Was built for another version of the contract.
 * Guard: the loader compares the version. */
#define ABI (LADDER_ABI_VERSION + 1)
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  CONVOLVE(s->problem, p, lap, Z_FASTEST, Z_FASTEST)
  return LADDER_OK;
}
BAD_STAGE(laplacian);
