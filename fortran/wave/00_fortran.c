// flags: -O3
// sources: convolution.f90
/* The original: one-dimensional convolutions in Fortran along z, then x, then y.
 *
 * Changes: nothing; every other stage is measured against this one. A Fortran module cannot fill
 *   the contract's table itself, so this file does it.
 * Expected: 1 to 3.5 ms a step on one core: the loop over z vectorises
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap.
 * Run: ladder --stage=fortran */
#include "c_port/wave/stage_c.h"

void ladder_original_laplacian(const ladder_wave *problem, const float *p, float *lap);

static void convolve(const ladder_wave *problem, const float *p, float *lap) {
  ladder_original_laplacian(problem, p, lap);
}

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = NULL,
                .change = "the original, serial Fortran",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_OPERATOR_WORK,
                HOST_ENTRIES};
