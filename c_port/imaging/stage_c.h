/* What the stages on the host on one core share: the entries of the contract around two functions,
 *   static void step_forward(const ladder_imaging *, const float *now, float *before);
 *   static void multiply_fields(const ladder_imaging *, const float *forward,
 *                               const float *backward, float *image, float *gather_x,
 *                               float *gather_z, float *illumination);
 * which the including file defines. No maths here. */
#include "c_port/shared/one_core.h"
#include "harness/problems/imaging/imaging.h"

static void step_forward(const ladder_imaging *c, const float *now, float *before);
static void multiply_fields(const ladder_imaging *c, const float *forward, const float *backward,
                            float *image, float *gather_x, float *gather_z, float *illumination);

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
