/* What the stages on the host that give one step share: the entries of the contract around one function,
 *   static void step_forward(const ladder_heat *, const float *now, float *next);
 * which the including file defines. No maths here. */
#include <stdlib.h>

#include "harness/problems/heat/heat.h"

struct ladder_state {
  const ladder_heat *the_case;
};

static void step_forward(const ladder_heat *c, const float *now, float *next);

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  (void)launch; /* these stages have no knobs */
  *state = malloc(sizeof **state);
  if (!*state) return LADDER_OUT_OF_MEMORY;
  (*state)->the_case = the_case;
  return LADDER_OK;
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  (void)state;
  *used = (ladder_launch){0};
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  return state ? "nothing failed" : "the host has no memory left";
}

static void destroy(ladder_state *state) { free(state); }

static ladder_status step(ladder_state *state, const float *now, float *next) {
  step_forward(state->the_case, now, next);
  return LADDER_OK;
}

static const ladder_heat_entries entries = {.step = step};

#define HOST_ENTRIES                                                                          \
  .create = create, .launch_used = launch_used, .last_error = last_error, .destroy = destroy, \
  .entries = &entries
