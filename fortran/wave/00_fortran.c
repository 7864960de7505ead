// flags: -O3
// sources: convolution.f90
/* The original: one-dimensional convolutions in Fortran along z, then x, then y.
 *
 * Changes: nothing; every other stage is measured against this one. A Fortran module cannot fill the
 * contract's table itself, so this file does it.
 * Equation: L p, second derivatives along z, x, y by 2M+1 taps each; order set by the operator.
 * Layout: z fastest, no padding; how far a point is from a border decides how many taps apply.
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap.
 * Run: ladder --stage=fortran */
#include "c_port/wave/stage_c.h"

void ladder_original_laplacian(const ladder_wave *problem, const float *p, float *lap);

static void convolve(const ladder_wave *problem, const float *p, float *lap) {
  ladder_original_laplacian(problem, p, lap);
}

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "wave",
                .name = LADDER_STAGE_NAME,
                .parent = NULL,
                .change = "the original, serial Fortran",
                .expectation = "1 to 3.5 ms a step on one core: the loop over z vectorises",
                .bytes_per_point = 8,
                .operations_per_tap = 2,
                HOST_ENTRIES};
