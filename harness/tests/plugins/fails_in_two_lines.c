/* Fails, and says why in several lines and colours.
 * Guard: messages of plug-ins are shown in one line, without what moves a cursor. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  (void)s, (void)p, (void)lap;
  return LADDER_FAILED;
}
static const char *lines(const ladder_state *s) {
  (void)s;
  return "this\nc-O3  0.10 ms  300.00x  right\x1b[0m";
}
BAD_STAGE_WITH(LAPLACIAN(laplacian), .last_error = lines);
