/* The state of stages on the host that run on one core and have no knobs, and those entries of the
 * contract that every problem has. No maths here.
 * Where the including file has defined REFUSAL(the_case): why the case is refused, or NULL. */
#include <stdlib.h>

#include "harness/stage.h"

struct ladder_state {
  const void *the_case; /* of the problem's own type */
};

static const char *why = "nothing failed";

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  (void)launch;
  *state = NULL;
#ifdef REFUSAL
  if (REFUSAL(the_case)) {
    why = REFUSAL(the_case);
    return LADDER_REFUSED;
  }
#endif
  *state = malloc(sizeof **state);
  if (!*state) {
    why = "the host has no memory left";
    return LADDER_OUT_OF_MEMORY;
  }
  (*state)->the_case = the_case;
  return LADDER_OK;
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  (void)state;
  *used = (ladder_launch){0};
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return why;
}

static void destroy(ladder_state *state) { free(state); }

/* The problem's own entries are `entries`. */
#define HOST_ENTRIES                                                                          \
  .create = create, .launch_used = launch_used, .last_error = last_error, .destroy = destroy, \
  .entries = &entries
