/* One column of fortran/imaging/loops.inc: the same loops, the same additions in the same order. */
#include <stdlib.h>

#include "harness/problems/imaging/imaging.h"

/* p(n+1) of the cells top <= z < bottom of a column takes the place of p(n-1). */
static inline void step_column_part(const ladder_imaging *c, int ix, int top, int bottom,
                                    const float *restrict now, float *restrict before) {
  enum { piece = 512 }; /* of a column, so that the sums need no memory of their own */
  const int nz = c->nz, nx = c->nx, m = c->half_length;
  const long column = (long)nz * ix;
  for (int z0 = top; z0 < bottom; z0 += piece) {
    const int z1 = z0 + piece < bottom ? z0 + piece : bottom;
    float lap[piece] = {0};
    for (int k = -m; k <= m; ++k) {
      const float tap = c->taps_z[k + m];
      const int first = z0 + k < 0 ? -k : z0, end = z1 + k > nz ? nz - k : z1;
      for (int z = first; z < end; ++z) lap[z - z0] += tap * now[column + z + k];
    }
    for (int k = -m; k <= m; ++k) {
      if (ix + k < 0 || ix + k >= nx) continue;
      const float tap = c->taps_x[k + m];
      const float *neighbour = now + column + (long)nz * k;
      for (int z = z0; z < z1; ++z) lap[z - z0] += tap * neighbour[z];
    }
    for (int z = z0; z < z1; ++z) {
      const float factor = c->sponge_z[z] * c->sponge_x[ix];
      before[column + z] = factor * (2 * now[column + z] - factor * before[column + z] +
                                     c->v2dt2[column + z] * lap[z - z0]);
    }
  }
}

static inline void step_column(const ladder_imaging *c, int ix, const float *restrict now,
                               float *restrict before) {
  step_column_part(c, ix, 0, c->nz, now, before);
}

/* What one image time adds to the products of a column. */
static inline void multiply_column(const ladder_imaging *c, int ix, const float *restrict forward,
                                   const float *restrict backward, float *restrict image,
                                   float *restrict gather_x, float *restrict gather_z,
                                   float *restrict illumination) {
  const int nz = c->nz, nx = c->nx;
  const long column = (long)nz * ix, cells = (long)nz * nx;
  for (long at = column; at < column + nz; ++at) {
    image[at] += forward[at] * backward[at];
    illumination[at] += forward[at] * forward[at];
  }
  for (int h = -c->offsets_x; h <= c->offsets_x; ++h) {
    if (ix + h < 0 || ix + h >= nx || ix - h < 0 || ix - h >= nx) continue;
    float *gather = gather_x + cells * (h + c->offsets_x) + column;
    const float *f = forward + column + (long)nz * h, *b = backward + column - (long)nz * h;
    for (int z = 0; z < nz; ++z) gather[z] += f[z] * b[z];
  }
  for (int h = -c->offsets_z; h <= c->offsets_z; ++h) {
    float *gather = gather_z + cells * (h + c->offsets_z) + column;
    const float *f = forward + column + h, *b = backward + column - h;
    for (int z = abs(h); z < nz - abs(h); ++z) gather[z] += f[z] * b[z];
  }
}
