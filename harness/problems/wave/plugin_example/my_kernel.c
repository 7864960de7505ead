/* A kernel of your own: copy this folder, change `convolve`, and ladder proves and times it.
 *
 * Changes: one pass over the grid; each cell sums its neighbours along all axes at once.
 * Why: the result is written once, where the original walks over it once an axis.
 * Expected: not known: put your guess here before you measure
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap.
 * Run: ladder --stage=./my_kernel.so */
#include <stdlib.h>

#include "harness/problems/wave/wave.h"

/* What is kept between `create` and `destroy`: yours alone. A GPU stage keeps its buffers here. */
struct ladder_state {
  const ladder_wave *problem; /* stays valid until destroy */
};

/* The sum along one axis: `cells` of them, this one at index `i`, neighbours `stride` apart. */
static float along(int cells, int i, long stride, int m, const float *taps, const float *at) {
  float sum = 0;
  for (int k = -m; k <= m; ++k)
    if (i + k >= 0 && i + k < cells) sum += taps[m + k] * at[k * stride];
  return sum;
}

static void convolve(const ladder_wave *c, const float *p, float *lap) {
  const int m = c->half_length;
  const long column = c->nz, plane = column * c->nx;
  for (int iy = 0; iy < c->ny; ++iy)
    for (int ix = 0; ix < c->nx; ++ix)
      for (int iz = 0; iz < c->nz; ++iz) {
        const long cell = iz + column * ix + plane * iy;
        float sum = along(c->nz, iz, 1, m, c->taps_z, p + cell);
        sum += along(c->nx, ix, column, m, c->taps_x, p + cell);
        if (c->ny > 1) sum += along(c->ny, iy, plane, m, c->taps_y, p + cell);
        lap[cell] = sum;
      }
}

/* --- the entries of the contract; harness/stage.h says what each must do ---------------------- */

/* Everything is allocated here and nothing later: the time of `create` is reported separately. */
static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_wave *problem = the_case;
  (void)launch; /* no knobs are declared below, so there is nothing in it */
  *state = malloc(sizeof **state);
  if (!*state) return LADDER_OUT_OF_MEMORY;
  (*state)->problem = problem;
  return LADDER_OK;
}

/* What really ran. A stage with knobs reads them back from what it launches. */
static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  (void)state;
  *used = (ladder_launch){0};
  return LADDER_OK;
}

/* The words for the last status that was not LADDER_OK; state is NULL when `create` failed. */
static const char *last_error(const ladder_state *state) {
  return state ? "nothing failed" : "the host has no memory left";
}

static void destroy(ladder_state *state) { free(state); } /* free accepts NULL, as it must */

/* Called once a time step. Host arrays in, host arrays out; all cells of `lap` are written. */
static ladder_status laplacian(ladder_state *state, const float *p, float *lap) {
  convolve(state->problem, p, lap);
  return LADDER_OK;
}

/* The one symbol that is exported. ladder_add_plugin sets LADDER_STAGE_NAME from the file's
 * name. */
static const ladder_wave_entries entries = {.laplacian = laplacian};

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "fortran",
                .change = "one pass: each cell sums all its axes at once",
                .expectation = "not known: put your guess here before you measure",
                LADDER_WAVE_OPERATOR_WORK,
                .create = create,
                .launch_used = launch_used,
                .last_error = last_error,
                .destroy = destroy,
                .entries = &entries};
