/* Keeps 20 bits of every value once the probe is over.
 * Guard: the error is held against the original's own, not against a wide tolerance. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  if (++s->calls < A_LONG_RUN) return LADDER_OK;
  for (size_t i = 0; i < cells_of(s->problem); ++i) {
    uint32_t bits;
    memcpy(&bits, lap + i, sizeof bits);
    bits = (bits + 0x800) & 0xfffff000;
    memcpy(lap + i, &bits, sizeof bits);
  }
  return LADDER_OK;
}
BAD_STAGE(laplacian);
