/* The entries of the contract for stages on the host that give one step and divide it among
 * threads, around
 *   static void step_forward(const ladder_heat *, int threads, const float *now, float *next);
 * which the including file defines. No maths here. */
#include "c_port/heat/plain_alone.h"
#include "c_port/shared/team.h"

static void step_forward(const ladder_heat *c, int threads, const float *now, float *next);

static ladder_status step(ladder_state *state, const float *now, float *next) {
  const ladder_status status = all_threads(state);
  if (status == LADDER_OK) step_forward(state->the_case, state->threads, now, next);
  return status;
}

static const ladder_heat_entries entries = {.step = step};
