/* The one-to-one translation of fortran/convolution.inc: the same loops, the same additions in the
 * same order. RESTRICT is empty, or says that the arrays do not overlap. */
#include "harness/problems/wave/wave.h"

#ifndef RESTRICT
#define RESTRICT
#endif

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

static void convolve_axes(int nz, int nx, int ny, int m, const float *RESTRICT taps_z,
                          const float *RESTRICT taps_x, const float *RESTRICT taps_y,
                          const float *RESTRICT p, float *RESTRICT lap) {
  const long column = nz, plane = (long)nz * nx;
  for (int iy = 0; iy < ny; ++iy)
    for (int ix = 0; ix < nx; ++ix) {
      const long at = column * ix + plane * iy;
      for (int iz = 0; iz < nz; ++iz) lap[at + iz] = 0;
      if (nz > 1)
        for (int k = -m; k <= m; ++k)
          for (int iz = larger(0, -k); iz < smaller(nz, nz - k); ++iz)
            lap[at + iz] += taps_z[m + k] * p[at + iz + k];
    }
  if (nx > 1)
    for (int iy = 0; iy < ny; ++iy)
      for (int ix = 0; ix < nx; ++ix)
        for (int k = larger(-m, -ix); k <= smaller(m, nx - 1 - ix); ++k) {
          const long at = column * ix + plane * iy, from = at + column * k;
          for (int iz = 0; iz < nz; ++iz) lap[at + iz] += taps_x[m + k] * p[from + iz];
        }
  if (ny > 1)
    for (int iy = 0; iy < ny; ++iy)
      for (int ix = 0; ix < nx; ++ix)
        for (int k = larger(-m, -iy); k <= smaller(m, ny - 1 - iy); ++k) {
          const long at = column * ix + plane * iy, from = at + plane * k;
          for (int iz = 0; iz < nz; ++iz) lap[at + iz] += taps_y[m + k] * p[from + iz];
        }
}

static void convolve(const ladder_wave *c, const float *p, float *lap) {
  convolve_axes(c->nz, c->nx, c->ny, c->half_length, c->taps_z, c->taps_x, c->taps_y, p, lap);
}
