// flags: -O3 -fopenmp -D_GNU_SOURCE
// sources: step_omp.f90
// language: Fortran OpenMP
/* The original on all cores, by a directive.
 *
 * Changes: `!$omp parallel do` over the planes, nothing else.
 * Why: it is what a Fortran shop tries first. Each cell is one expression, so the result is the
 *   original's to the bit. The outermost planes are copied by one thread: 2 of 128.
 * Expected: 0.9 times as many cores as there are, up to 16, where the caches hold both fields (16.8
 *   MB at 128^3); beyond them as fast as the memory
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; one fork
 *   and join a step.
 * Work per point: 8 bytes if every value crosses once, 8 operations.
 * Run: ladder --case=heat-128 --stage=fortran-omp --threads=2 */
#define TAKES_GENERAL
#include "c_port/heat/threads_c.h"

void ladder_heat_omp_step(const ladder_heat *c, const float *now, float *next);

static void step_forward(const ladder_heat *c, int threads, const float *now, float *next) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  ladder_heat_omp_step(c, now, next);
  omp_set_num_threads(before);
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "fortran",
                .change = "an OpenMP directive on the loop over planes",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                TEAM_ENTRIES};
