// flags: -O3 -fopenmp -D_GNU_SOURCE
// sources: convolution_omp.f90
// language: Fortran OpenMP
/* The original on all cores, by directives.
 *
 * Changes: `!$omp parallel do` over the columns of each pass of the convolution, nothing else.
 * Why: it is what a Fortran shop tries first. A column is summed by one thread in the order of the
 *   original, so the result is the same to the bit. But the driver's own loops (time step, taper,
 *   record) stay serial, and they are what Amdahl's law leaves: of the original's time on the H100
 *   machine of results/ they took s = 11.4 %, so n cores give 1 / (s + (1 - s) / n) at most: 1.8
 *   times on 2, 5.9 on 16, never 8.8. Less, where those loops then fetch from other cores' caches
 *   what the threads wrote.
 * Expected: the driver's loops stay serial, 11 % of the original: 1.8 times it on 2 cores, 5.9 on
 *   16, never 8.8
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; two
 *   forks and joins a step in two dimensions, three in three.
 * Run: ladder --stage=fortran-omp --threads=2 */
#include "fortran/wave/team.h"

LADDER_STAGE = {TEAM_OF_CONVOLUTION, .parent = "fortran",
                .change = "OpenMP directives on the loops over columns of the convolution",
                .expectation = LADDER_EXPECTATION};
