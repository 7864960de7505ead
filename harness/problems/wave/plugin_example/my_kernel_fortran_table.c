/* The contract's table for my_kernel_fortran.f90: gfortran refuses c_funloc where a constant table
 * is made, so C makes it. Nothing is allocated: the case itself is all that is kept. */
#include "harness/problems/wave/wave.h"

void my_kernel_fortran_laplacian(int32_t nz, int32_t nx, int32_t ny, int32_t m, const float *taps_z,
                                 const float *taps_x, const float *taps_y, const float *p,
                                 float *lap);

static ladder_status create(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_wave *c = the_case;
  (void)launch; /* no knobs */
  *s = (ladder_state *)c;
  return LADDER_OK;
}

static ladder_status launch_used(const ladder_state *s, ladder_launch *used) {
  (void)s;
  *used = (ladder_launch){0};
  return LADDER_OK;
}

static const char *last_error(const ladder_state *s) { return s ? "nothing failed" : "no state"; }

static void destroy(ladder_state *s) { (void)s; }

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_wave *c = (const ladder_wave *)s;
  my_kernel_fortran_laplacian(c->nz, c->nx, c->ny, c->half_length, c->taps_z, c->taps_x, c->taps_y,
                              p, lap);
  return LADDER_OK;
}

static const ladder_wave_entries entries = {.laplacian = laplacian};

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "fortran",
                .change = "one pass in Fortran: each cell sums all its axes at once",
                .expectation = "not known: put your guess here before you measure",
                LADDER_WAVE_OPERATOR_WORK,
                .create = create,
                .launch_used = launch_used,
                .last_error = last_error,
                .destroy = destroy,
                .entries = &entries};
