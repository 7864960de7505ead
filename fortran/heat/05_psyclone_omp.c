// flags: -O3 -fopenmp -D_GNU_SOURCE
// sources: step_psyclone_omp.f90
// language: Fortran PSyclone OpenMP
/* The original on all cores, by a directive that PSyclone has written.
 *
 * Changes: PSyclone reads step.inc, finds that its planes are independent and puts `!$omp parallel
 *   do` on the loop over them (scripts/languages/psyclone_port.py heat omp > its file).
 * Why: nobody writes a directive, and it is the one that a Fortran shop would write.
 * Expected: as fast as fortran-omp within 5 %: the same directive on the same loop
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core.
 * Run: ladder --case=heat-128 --stage=psyclone-omp --threads=2 */
#include "c_port/heat/threads_c.h"

void ladder_heat_psyclone_omp_step(const int32_t *nz, const int32_t *nx, const int32_t *ny,
                                   const float *factor, const float *now, float *next);

static void step_forward(const ladder_heat *c, int threads, const float *now, float *next) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  ladder_heat_psyclone_omp_step(&c->nz, &c->nx, &c->ny, &c->factor, now, next);
  omp_set_num_threads(before);
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "fortran",
                .change = "an OpenMP directive on the loop over planes, written by PSyclone",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                TEAM_ENTRIES};
