/* What the stages on the host share: the entries of the contract around one function,
 *   static void convolve(const ladder_wave *, const float *p, float *lap);
 * which the including file defines. No maths here. */
#include "c_port/shared/one_core.h"
#include "harness/problems/wave/wave.h"

static void convolve(const ladder_wave *problem, const float *p, float *lap);

static ladder_status laplacian(ladder_state *state, const float *p, float *lap) {
  convolve(state->the_case, p, lap);
  return LADDER_OK;
}

static const ladder_wave_entries entries = {.laplacian = laplacian};
