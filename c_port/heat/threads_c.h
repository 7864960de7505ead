/* The entries of the contract for stages on the host that give one step and divide it among threads, around
 *   static void step_forward(const ladder_heat *, int threads, const float *now, float *next);
 * which the including file defines. Unless that file has defined TAKES_GENERAL the stage refuses cases that are not plain.
 * No maths here. */
#include "harness/problems/heat/heat.h"

#define create create_for_any_case
#include "c_port/shared/team.h"
#undef create

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
#ifndef TAKES_GENERAL
  if (((const ladder_heat *)the_case)->general) {
    *state = NULL;
    why = LADDER_HEAT_PLAIN_ALONE;
    return LADDER_REFUSED;
  }
#endif
  return create_for_any_case(the_case, launch, state);
}

static void step_forward(const ladder_heat *c, int threads, const float *now, float *next);

static ladder_status step(ladder_state *state, const float *now, float *next) {
  const ladder_status status = all_threads(state);
  if (status == LADDER_OK) step_forward(state->the_case, state->threads, now, next);
  return status;
}

static const ladder_heat_entries entries = {.step = step};
