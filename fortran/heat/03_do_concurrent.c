// flags: -O3
// sources: step_concurrent.f90
// language: Fortran do concurrent
/* The original by `do concurrent`, the standard's own word for loops whose iterations are
 * independent.
 *
 * Changes: the three loops are one `do concurrent`; the six sides are copied by array assignments.
 * Why: the Fortran stays Fortran, and a compiler may give iterations to threads, lanes or a GPU.
 *   But gfortran takes the word for the vectorizer alone: the loop stays on one core. With
 *   -ftree-parallelize-loops GCC 12 divides what its own dependence test proves, with or without
 *   the word: here the loop over lines, so it forks once a plane; the loop over planes it does not.
 * Expected: as fast as fortran within 10 %: the same loops after the compiler, on one core
 * Launch: one core, serial.
 * Run: ladder --case=heat-128 --stage=do-concurrent */
#include "c_port/heat/stage_c.h"

void ladder_heat_concurrent_step(int32_t nz, int32_t nx, int32_t ny, float factor, const float *now,
                                 float *next);

static void step_forward(const ladder_heat *c, const float *now, float *next) {
  ladder_heat_concurrent_step(c->nz, c->nx, c->ny, c->factor, now, next);
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "fortran",
                .change = "do concurrent instead of three loops",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                HOST_ENTRIES};
