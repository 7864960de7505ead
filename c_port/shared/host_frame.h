/* Those entries of the contract's frame that are alike in all stages on the host. The including
 * file has defined struct ladder_state, with `ladder_launch used`; it adds how a state is created,
 * `destroy` and the problem's own entries, `entries`. */
#include <stdlib.h>

#include "harness/stage.h"

static const char *why = "nothing failed";

static inline ladder_status fail(ladder_status status, const char *words) {
  why = words;
  return status;
}
static inline ladder_status no_memory(void) {
  return fail(LADDER_OUT_OF_MEMORY, "the host has no memory left");
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = state->used;
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return why;
}

/* Behind `.create`. */
#define HOST_FRAME \
  .launch_used = launch_used, .last_error = last_error, .destroy = destroy, .entries = &entries
