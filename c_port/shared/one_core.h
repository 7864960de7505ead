/* The state of stages on the host that run on one core and have no knobs, and those entries of the
 * contract that every problem has. No maths here.
 * Where the including file has defined REFUSAL(the_case): why the case is refused, or NULL. */
#include "harness/stage.h"

struct ladder_state {
  const void *the_case; /* of the problem's own type */
  ladder_launch used;
};

#include "c_port/shared/host_frame.h"

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  (void)launch;
  *state = NULL;
#ifdef REFUSAL
  if (REFUSAL(the_case)) return fail(LADDER_REFUSED, REFUSAL(the_case));
#endif
  *state = calloc(1, sizeof **state);
  if (!*state) return no_memory();
  (*state)->the_case = the_case;
  return LADDER_OK;
}

static void destroy(ladder_state *state) { free(state); }

#define HOST_ENTRIES .create = create, HOST_FRAME
