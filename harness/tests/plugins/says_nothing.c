/* Fails without words: last_error is NULL.
 * Guard: a status without words is reported without them. */
#include "bad_plugin.h"

static const char *none(const ladder_state *s) {
  (void)s;
  return NULL;
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  (void)s, (void)p, (void)lap;
  return LADDER_FAILED;
}
BAD_STAGE_WITH(LAPLACIAN(laplacian), .last_error = none);
