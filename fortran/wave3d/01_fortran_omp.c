// flags: -O3 -fopenmp -D_GNU_SOURCE
// sources: ../wave/convolution_omp.f90
// language: Fortran OpenMP
/* The original on all cores, by directives.
 *
 * Changes: `!$omp parallel do` over the columns of each pass of the convolution, nothing else.
 * Why: it is what a Fortran shop tries first. A column is summed by one thread in the order of the
 *   original, so the result is the same to the bit. The driver's own loops (time step, taper,
 *   record) stay serial; of a volume the convolution is a larger share than in two dimensions, so
 *   they bound it later.
 * Expected: 3 times fortran on 4 cores at half-length 8: the driver's loops stay serial, a tenth of
 *   the original
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; three
 *   forks and joins a step.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap.
 * Run: ladder --case=wave3d-small --stage=fortran-omp --threads=2 */
#include "fortran/wave/team.h"

LADDER_STAGE = {TEAM_OF_CONVOLUTION, .parent = "fortran",
                .change = "OpenMP directives on the loops over columns of the convolution",
                .expectation = LADDER_EXPECTATION};
