// flags: -O3
/* The C port at -O3.
 *
 * Changes: the language. The loops are those of fortran/heat/step.inc, one to one.
 * Why: no step is expected to be slower. Fortran's arrays may not overlap, C's may: at -O3 GCC
 *   makes two versions of the loop and checks the overlap at run time, once a line of cells.
 * Expected: as fast as fortran within 10 %: a check for overlap costs 10 clocks on a line of 128
 *   cells that takes 100
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 8 operations.
 * Run: ladder --case=heat-128 --stage=c-O3 */
#include <string.h>

#include "c_port/heat/stage_c.h"

static void step_forward(const ladder_heat *c, const float *now, float *next) {
  const long nz = c->nz, nx = c->nx, ny = c->ny, plane = nz * nx;
  const float factor = c->factor;
  for (long iy = 0; iy < ny; ++iy)
    for (long ix = 0; ix < nx; ++ix) {
      const long line = nz * ix + plane * iy;
      if (ix == 0 || ix == nx - 1 || iy == 0 || iy == ny - 1) {
        memcpy(next + line, now + line, (size_t)nz * sizeof *now);
        continue;
      }
      next[line] = now[line];
      next[line + nz - 1] = now[line + nz - 1];
      for (long at = line + 1; at < line + nz - 1; ++at)
        next[at] = now[at] + factor * ((now[at - 1] + now[at + 1]) + (now[at - nz] + now[at + nz]) +
                                       (now[at - plane] + now[at + plane]) - 6 * now[at]);
    }
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "fortran",
                .change = "the same loops in C",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                HOST_ENTRIES};
