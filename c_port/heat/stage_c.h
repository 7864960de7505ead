/* What the stages on the host that give one step share: the entries of the contract around one
 * function,
 *   static void step_forward(const ladder_heat *, const float *now, float *next);
 * which the including file defines. No maths here. */
#include "c_port/heat/plain_alone.h"
#include "c_port/shared/one_core.h"

static void step_forward(const ladder_heat *c, const float *now, float *next);

static ladder_status step(ladder_state *state, const float *now, float *next) {
  step_forward(state->the_case, now, next);
  return LADDER_OK;
}

static const ladder_heat_entries entries = {.step = step};
