/* The one-to-one translation of fortran/heat/step.inc: the same loops, the same additions in the
 * same order. */
#include <string.h>

#include "harness/problems/heat/heat.h"

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
