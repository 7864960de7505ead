/* What plug-ins of the problem `imaging` share: an honest step, honest products, and a table. */
#pragma once
#include "harness/problems/imaging/imaging.h"

#define PROBLEM "imaging"
#define CASE ladder_imaging
#include "plugin_frame.h"

/* More steps of a field than any run has that is not timed. */
static inline int is_long(const ladder_imaging *c) { return c->steps > 50; }

static inline void honest_step(const ladder_imaging *c, const float *now, float *before) {
  const int m = c->half_length, nz = c->nz, nx = c->nx;
  for (int x = 0; x < nx; ++x)
    for (int z = 0; z < nz; ++z) {
      float sum = 0;
      for (int k = -m; k <= m; ++k) {
        if (z + k >= 0 && z + k < nz) sum += c->taps_z[k + m] * now[z + k + nz * x];
        if (x + k >= 0 && x + k < nx) sum += c->taps_x[k + m] * now[z + nz * (x + k)];
      }
      const int i = z + nz * x;
      const float factor = c->sponge_z[z] * c->sponge_x[x];
      before[i] = factor * (2 * now[i] - factor * before[i] + c->v2dt2[i] * sum);
    }
}

static inline void honest_image(const ladder_imaging *c, const float *p, const float *q,
                                float *image, float *gather_x, float *gather_z,
                                float *illumination) {
  const int nz = c->nz, nx = c->nx, hx = c->offsets_x, hz = c->offsets_z, field = nz * nx;
  for (int x = 0; x < nx; ++x)
    for (int z = 0; z < nz; ++z) {
      const int i = z + nz * x;
      image[i] += p[i] * q[i];
      illumination[i] += p[i] * p[i];
      for (int h = -hx; h <= hx; ++h)
        if (x + h >= 0 && x + h < nx && x - h >= 0 && x - h < nx)
          gather_x[i + field * (h + hx)] += p[z + nz * (x + h)] * q[z + nz * (x - h)];
      for (int h = -hz; h <= hz; ++h)
        if (z + h >= 0 && z + h < nz && z - h >= 0 && z - h < nz)
          gather_z[i + field * (h + hz)] += p[i + h] * q[i - h];
    }
}

#define IMAGING_STAGE(step_, add_image_) \
  PLUGIN_STAGE(.operations_per_tap = 2,  \
               .entries = &(const ladder_imaging_entries){.step = step_, .add_image = add_image_})
