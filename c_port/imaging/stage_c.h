/* What the stages on the host on one core share: the entries of the contract around two functions,
 *   static void step_forward(const ladder_imaging *, const float *now, float *before);
 *   static void multiply_fields(const ladder_imaging *, const float *forward, const float *backward,
 *                               float *image, float *gather_x, float *gather_z, float *illumination);
 * which the including file defines. No maths here. */
#include <stdlib.h>

#include "harness/problems/imaging/imaging.h"

struct ladder_state {
  const ladder_imaging *the_case;
};

static void step_forward(const ladder_imaging *c, const float *now, float *before);
static void multiply_fields(const ladder_imaging *c, const float *forward, const float *backward,
                            float *image, float *gather_x, float *gather_z, float *illumination);

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
  return state ? "nothing failed in the stage" : "the host has no memory left";
}

static void destroy(ladder_state *state) { free(state); }

static ladder_status step(ladder_state *state, const float *now, float *before) {
  step_forward(state->the_case, now, before);
  return LADDER_OK;
}

static ladder_status add_image(ladder_state *state, const float *forward, const float *backward,
                               float *image, float *gather_x, float *gather_z,
                               float *illumination) {
  multiply_fields(state->the_case, forward, backward, image, gather_x, gather_z, illumination);
  return LADDER_OK;
}

static const ladder_imaging_entries entries = {.step = step, .add_image = add_image};

#define HOST_ENTRIES                                                                          \
  .create = create, .launch_used = launch_used, .last_error = last_error, .destroy = destroy, \
  .entries = &entries
