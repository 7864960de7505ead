/* Leaves its output alone when its input is that of the call before: the driver has the answer
 * already. Right in every run.
 * Guard: the probe gives the same field twice in a row, with another output. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  static uint64_t last;
  const uint64_t sum = checksum(p, cells_of(s->problem));
  if (s->calls++ == 0 || sum != last) convolve(s->problem, p, lap);
  last = sum;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
