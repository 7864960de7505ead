/* What plug-ins of the problem `heat` share: an honest step, and a table. */
#pragma once
#include "harness/problems/heat/heat.h"

#define PROBLEM "heat"
#define CASE ladder_heat
#include "plugin_frame.h"

#ifndef REAL
#define REAL float
#endif

static inline size_t heat_cells(const ladder_heat *c) {
  return (size_t)c->nz * (size_t)c->nx * (size_t)c->ny;
}

static inline void step_all(const ladder_heat *c, const float *now, float *next) {
  const int nz = c->nz, nx = c->nx, plane = nz * nx;
  const REAL factor = (REAL)c->factor;
  for (int y = 0; y < c->ny; ++y)
    for (int x = 0; x < nx; ++x)
      for (int z = 0; z < nz; ++z) {
        const int i = z + nz * x + plane * y;
        if (z == 0 || z == nz - 1 || x == 0 || x == nx - 1 || y == 0 || y == c->ny - 1) {
          next[i] = now[i];
          continue;
        }
#ifdef BACKWARD
        const REAL sum = ((((REAL)now[i + plane] + now[i - plane]) + now[i + nz]) + now[i - nz]) +
                         now[i + 1] + now[i - 1];
#else
        const REAL sum = ((REAL)now[i - 1] + now[i + 1]) + ((REAL)now[i - nz] + now[i + nz]) +
                         ((REAL)now[i - plane] + now[i + plane]);
#endif
#ifdef ONE_WEIGHT
        next[i] = (float)((1 - 6 * factor) * now[i] + factor * sum);
#else
        next[i] = (float)(now[i] + factor * (sum - 6 * (REAL)now[i]));
#endif
      }
}

#define HEAT_STAGE(...) PLUGIN_STAGE(.operations_per_point = 8, __VA_ARGS__)
