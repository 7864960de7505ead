// flags: -O3
// sources: ../wave/convolution.f90
/* The original: one-dimensional convolutions in Fortran along z, then x, then y.
 *
 * Changes: nothing; every other stage is measured against this one. It is the Fortran of the ladder
 *   `wave`, from the same source: its loops know three axes.
 * Expected: 10 to 40 ns a cell and step on one core at half-length 8: lap goes through the caches
 *   once for every tap along y
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap. On a volume beyond the
 *   cache every tap along x and y reads and writes lap again.
 * Run: ladder --case=wave3d-small --stage=fortran */
#include "c_port/wave/stage_c.h"
#include "harness/problems/wave/driver.h"

static void convolve(const ladder_wave *the_case, const float *p, float *lap) {
  ladder_original_laplacian(the_case, p, lap);
}

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = NULL,
                .change = "the original, serial Fortran",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_OPERATOR_WORK,
                HOST_ENTRIES};
