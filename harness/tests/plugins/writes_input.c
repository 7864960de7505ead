/* Uses its input as scratch memory.
 * Guard: the probe compares the input with what it gave. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  ((float *)p)[cells_of(s->problem) / 2] += 1;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
