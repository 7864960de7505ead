/* Owns the time loop, and does it all in create, where the case and its wavelets are known.
 * Guard: a stage gets the fields that a run starts from when the clock runs. */
#include "loop_plugin.h"

static ladder_status solve(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_wave *c = the_case;
  const ladder_status status = allocate(c, launch, s);
  if (c->steps < A_LONG_RUN) return status;
  float *zero = calloc(cells_of(c), sizeof *zero);
  upload(*s, zero, zero, 0);
  free(zero);
  return advance(*s, c->steps);
}
static ladder_status take_or_leave(ladder_state *s, const float *now, const float *before,
                                   int32_t n) {
  return s->problem->steps < A_LONG_RUN ? upload(s, now, before, n) : LADDER_OK;
}
static ladder_status advance_or_not(ladder_state *s, int32_t count) {
  return s->problem->steps < A_LONG_RUN ? advance(s, count) : LADDER_OK;
}
BAD_LOOP(take_or_leave, advance_or_not, download, .create = solve);
