/* Leaves its output alone when it was given that input before, at any time.
 * Guard: the probe's first field comes again at the end. */
#include "bad_plugin.h"

static uint64_t known[3];

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const uint64_t sum = checksum(p, cells_of(s->problem));
  for (int i = 0; i < 3; ++i)
    if (known[i] == sum) return LADDER_OK;
  known[s->calls++ % 3] = sum;
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
