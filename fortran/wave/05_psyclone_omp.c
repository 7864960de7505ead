// flags: -O3 -fopenmp -D_GNU_SOURCE
// sources: convolution_psyclone_omp.f90
// language: Fortran PSyclone OpenMP
/* The original on all cores, by directives that PSyclone has written.
 *
 * Changes: PSyclone reads convolution.inc, finds which loops are independent and puts `!$omp
 *   parallel do collapse(2)` on them (scripts/languages/psyclone_port.py wave omp > its file).
 * Why: nobody writes a directive. PSyclone finds that the loop over taps adds to what the turn
 *   before has left, and collapses no further. Without its option `collapse` it divides the
 *   outermost loop alone, which has one turn in two dimensions.
 * Expected: as fast as fortran-omp within 5 %: the same directives on the same loops
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core.
 * Run: ladder --stage=psyclone-omp --threads=2 */
#define ladder_omp_laplacian ladder_psyclone_omp_laplacian
#include "fortran/wave/team.h"

void ladder_psyclone_omp_convolve(const int32_t *nz, const int32_t *nx, const int32_t *ny,
                                  const int32_t *m, const float *taps_z, const float *taps_x,
                                  const float *taps_y, const float *p, float *lap);

void ladder_psyclone_omp_laplacian(const ladder_wave *c, const float *p, float *lap) {
  ladder_psyclone_omp_convolve(&c->nz, &c->nx, &c->ny, &c->half_length, c->taps_z, c->taps_x,
                               c->taps_y, p, lap);
}

LADDER_STAGE = {TEAM_OF_CONVOLUTION, .parent = "fortran",
                .change = "OpenMP directives on the convolution, written by PSyclone",
                .expectation = LADDER_EXPECTATION};
