/* Owns the time loop, and downloads p(n) but not p(n-1): nobody could go on from there.
 * Guard: both fields are poisoned before they are downloaded, and judged. */
#include "loop_plugin.h"

static ladder_status half(ladder_state *s, float *now, float *before, float *traces) {
  (void)before;
  float *scratch = malloc(sizeof(float) * cells_of(s->problem));
  download(s, now, scratch, traces);
  free(scratch);
  return LADDER_OK;
}
BAD_LOOP(upload, advance, half);
