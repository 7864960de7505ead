// flags: -O3 -fopenmp -D_GNU_SOURCE
// language: C OpenMP
/* All cores, with the post's directives: collapse and simd.
 *
 * Changes: `omp parallel for collapse(2)` over planes and lines, `omp simd` on the loop along z.
 * Why: all cores work, and simd promises the compiler that no cell of a line depends on another.
 * Expected: 0.9 times as many cores as there are, up to 16, where the caches hold both fields (16.8
 *   MB at 128^3); simd itself gains nothing, GCC vectorised before
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; one fork
 *   and join a step.
 * Run: ladder --case=heat-128 --stage=c-omp --threads=2 */
#include <string.h>

#include "c_port/heat/threads_c.h"

static void step_forward(const ladder_heat *c, int threads, const float *now, float *next) {
  const long nz = c->nz, nx = c->nx, ny = c->ny, plane = nz * nx;
  const float factor = c->factor;
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
  for (long iy = 0; iy < ny; ++iy)
    for (long ix = 0; ix < nx; ++ix) {
      const long line = nz * ix + plane * iy;
      if (ix == 0 || ix == nx - 1 || iy == 0 || iy == ny - 1) {
        memcpy(next + line, now + line, (size_t)nz * sizeof *now);
        continue;
      }
      next[line] = now[line];
      next[line + nz - 1] = now[line + nz - 1];
#pragma omp simd
      for (long at = line + 1; at < line + nz - 1; ++at)
        next[at] = now[at] + factor * ((now[at - 1] + now[at + 1]) + (now[at - nz] + now[at + nz]) +
                                       (now[at - plane] + now[at + plane]) - 6 * now[at]);
    }
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "c-O3",
                .change = "OpenMP as in the post: collapse(2) over planes and lines, simd along z",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                TEAM_ENTRIES};
