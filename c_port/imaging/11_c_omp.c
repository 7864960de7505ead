// flags: -O3 -fopenmp -D_GNU_SOURCE
/* All cores.
 *
 * Changes: columns are divided among threads, in propagation and in imaging.
 * Why: no column of a result depends on another one. A step of 400 columns takes a core 1 ms, so a
 *   fork and join costs little in comparison; imaging is bound by the memory that all cores share.
 * Expected: 0.9 times as many cores as there are in the steps, up to 16; in the products as fast as
 *   the memory, where caches do not hold the gathers
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; one fork
 *   and join a step and another one an image time.
 * Run: ladder --case=imaging-document --stage=c-omp --threads=4 */
#include "c_port/imaging/column.h"
#include "c_port/shared/team.h"
#include "harness/problems/imaging/imaging.h"

static ladder_status step(ladder_state *state, const float *now, float *before) {
  const ladder_imaging *const c = state->the_case;
  const ladder_status status = all_threads(state);
  if (status != LADDER_OK) return status;
#pragma omp parallel for schedule(static) num_threads(state->threads)
  for (int ix = 0; ix < c->nx; ++ix) step_column(c, ix, now, before);
  return LADDER_OK;
}

static ladder_status add_image(ladder_state *state, const float *forward, const float *backward,
                               float *image, float *gather_x, float *gather_z,
                               float *illumination) {
  const ladder_imaging *const c = state->the_case;
  const ladder_status status = all_threads(state);
  if (status != LADDER_OK) return status;
#pragma omp parallel for schedule(static) num_threads(state->threads)
  for (int ix = 0; ix < c->nx; ++ix)
    multiply_column(c, ix, forward, backward, image, gather_x, gather_z, illumination);
  return LADDER_OK;
}

static const ladder_imaging_entries entries = {.step = step, .add_image = add_image};

LADDER_STAGE = {LADDER_IMAGING_FRAME,
                .parent = "c",
                .change = "columns are divided among all cores",
                .expectation = LADDER_EXPECTATION,
                LADDER_IMAGING_WORK,
                TEAM_ENTRIES};
