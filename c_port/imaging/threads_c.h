/* The entries of the contract for stages on the host that divide their work among threads, around
 *   static void step_forward(const ladder_imaging *, int threads, const float *now, float *before);
 *   static void multiply_fields(const ladder_imaging *, int threads, const float *forward,
 *                               const float *backward, float *image, float *gather_x,
 *                               float *gather_z, float *illumination);
 * which the including file defines. No maths here. */
#include "c_port/shared/team.h"
#include "harness/problems/imaging/imaging.h"

static void step_forward(const ladder_imaging *c, int threads, const float *now, float *before);
static void multiply_fields(const ladder_imaging *c, int threads, const float *forward,
                            const float *backward, float *image, float *gather_x, float *gather_z,
                            float *illumination);

static ladder_status step(ladder_state *state, const float *now, float *before) {
  const ladder_status status = all_threads(state);
  if (status == LADDER_OK) step_forward(state->the_case, state->threads, now, before);
  return status;
}

static ladder_status add_image(ladder_state *state, const float *forward, const float *backward,
                               float *image, float *gather_x, float *gather_z,
                               float *illumination) {
  const ladder_status status = all_threads(state);
  if (status == LADDER_OK)
    multiply_fields(state->the_case, state->threads, forward, backward, image, gather_x, gather_z,
                    illumination);
  return status;
}

static const ladder_imaging_entries entries = {.step = step, .add_image = add_image};
