/* Owns the time loop, and leaves the sponge out once the probe is over.
 * Guard: `ladder` and `verify` start from fields that are everywhere, so that every cell counts in
 * both. */
#include "loop_plugin.h"

static ladder_status advance_without(ladder_state *s, int32_t count) {
  ladder_wave open = *s->problem;
  if (open.steps < A_LONG_RUN) return advance(s, count);
  float *ones = malloc(sizeof(float) * (size_t)(open.nz + open.nx + open.ny));
  for (int i = 0; i < open.nz + open.nx + open.ny; ++i) ones[i] = 1;
  open.sponge_z = open.sponge_x = open.sponge_y = ones;
  const ladder_wave *kept = s->problem;
  s->problem = &open;
  advance(s, count);
  s->problem = kept;
  free(ones);
  return LADDER_OK;
}
BAD_LOOP(upload, advance_without, download);
