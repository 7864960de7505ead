/* Errs in nothing, in one of several ways: the build chooses by macros and flags
 * (harness/cmake/honest_variants.cmake).
 *   REAL        what is summed in: float or double
 *   BACKWARD    another order of the neighbours
 *   ONE_WEIGHT  the cell itself is weighted, instead of a difference added to it
 *   OWNS_LOOP   whether it has the time loop
 * Guard: none may reject it. */
#ifdef OWNS_LOOP
#include "../heat_loop.h"
HEAT_LOOP(advance);
#else
#include "../heat_plugin.h"
static ladder_status step(ladder_state *s, const float *now, float *next) {
  step_all(s->problem, now, next);
  return LADDER_OK;
}
HEAT_STAGE(.entries = &(const ladder_heat_entries){.step = step});
#endif
