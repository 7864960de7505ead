/* What the stages on the host that give one step share: the entries of the contract around one function,
 *   static void step_forward(const ladder_heat *, const float *now, float *next);
 * which the including file defines. Unless that file has defined TAKES_GENERAL the stage refuses cases that are not plain.
 * No maths here. */
#include "harness/problems/heat/heat.h"

#define create create_for_any_case
#define last_error last_error_of_create
#include "c_port/shared/one_core.h"
#undef create
#undef last_error

static int refused = 0;

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
#ifndef TAKES_GENERAL
  refused = ((const ladder_heat *)the_case)->general != NULL;
#endif
  return refused ? LADDER_REFUSED : create_for_any_case(the_case, launch, state);
}

static const char *last_error(const ladder_state *state) {
  return refused ? LADDER_HEAT_PLAIN_ALONE : last_error_of_create(state);
}

static void step_forward(const ladder_heat *c, const float *now, float *next);

static ladder_status step(ladder_state *state, const float *now, float *next) {
  step_forward(state->the_case, now, next);
  return LADDER_OK;
}

static const ladder_heat_entries entries = {.step = step};
