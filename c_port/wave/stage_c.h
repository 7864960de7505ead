/* What the stages on the host share: the entries of the contract around one function,
 *   static void convolve(const ladder_wave *, const float *p, float *lap);
 * which the including file defines. No maths here. */
#include <stdlib.h>

#include "harness/problems/wave/wave.h"

struct ladder_state {
  const ladder_wave *problem;
};

static void convolve(const ladder_wave *problem, const float *p, float *lap);

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_wave *problem = the_case;
  (void)launch; /* these stages have no knobs */
  *state = malloc(sizeof **state);
  if (!*state) return LADDER_OUT_OF_MEMORY;
  (*state)->problem = problem;
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

static ladder_status laplacian(ladder_state *state, const float *p, float *lap) {
  convolve(state->problem, p, lap);
  return LADDER_OK;
}

static const ladder_wave_entries entries = {.laplacian = laplacian};

#define HOST_ENTRIES                                                                          \
  .create = create, .launch_used = launch_used, .last_error = last_error, .destroy = destroy, \
  .entries = &entries
