/* Migrates the first shot honestly, and plays its products back in every later run.
 * Guard: every run starts from fields of its own, so that the products of another are wrong. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/problems/imaging/imaging.h"

struct ladder_state {
  const ladder_imaging *problem;
  int steps, images; /* calls in this run */
};
static struct ladder_state the_state;
static float *kept;   /* image, both gathers, illumination */
static size_t values; /* of these */

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  (void)launch;
  the_state = (struct ladder_state){the_case, 0, 0};
  *state = &the_state;
  return LADDER_OK;
}
static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  static const ladder_launch nothing;
  (void)state;
  *used = nothing;
  return LADDER_OK;
}
static const char *last_error(const ladder_state *state) {
  (void)state;
  return "it was built to fail";
}
static void destroy(ladder_state *state) { (void)state; }

static size_t products(const ladder_imaging *c) {
  return (size_t)c->nz * (size_t)c->nx * (size_t)(2 * c->offsets_x + 1 + 2 * c->offsets_z + 1 + 2);
}
static int plays_back(const ladder_imaging *c) {
  return kept && values == products(c) && c->steps > 50;
}

static ladder_status step(ladder_state *s, const float *now, float *before) {
  const ladder_imaging *c = s->problem;
  const int m = c->half_length, nz = c->nz, nx = c->nx;
  if (plays_back(c)) return LADDER_OK;
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
  return LADDER_OK;
}

static ladder_status add_image(ladder_state *s, const float *p, const float *q, float *image,
                               float *gather_x, float *gather_z, float *illumination) {
  const ladder_imaging *c = s->problem;
  const int nz = c->nz, nx = c->nx, hx = c->offsets_x, hz = c->offsets_z;
  const size_t field = (size_t)nz * (size_t)nx, in_x = field * (size_t)(2 * hx + 1),
               in_z = field * (size_t)(2 * hz + 1);
  const int last = ++s->images == c->steps / c->every;
  if (plays_back(c)) {
    if (!last) return LADDER_OK;
    memcpy(image, kept, 4 * field);
    memcpy(gather_x, kept + field, 4 * in_x);
    memcpy(gather_z, kept + field + in_x, 4 * in_z);
    memcpy(illumination, kept + field + in_x + in_z, 4 * field);
    return LADDER_OK;
  }
  for (int x = 0; x < nx; ++x)
    for (int z = 0; z < nz; ++z) {
      const int i = z + nz * x;
      image[i] += p[i] * q[i];
      illumination[i] += p[i] * p[i];
      for (int h = -hx; h <= hx; ++h)
        if (x + h >= 0 && x + h < nx && x - h >= 0 && x - h < nx)
          gather_x[i + (int)field * (h + hx)] += p[z + nz * (x + h)] * q[z + nz * (x - h)];
      for (int h = -hz; h <= hz; ++h)
        if (z + h >= 0 && z + h < nz && z - h >= 0 && z - h < nz)
          gather_z[i + (int)field * (h + hz)] += p[i + h] * q[i - h];
    }
  if (!last || c->steps <= 50) return LADDER_OK;
  values = products(c);
  kept = malloc(4 * values);
  memcpy(kept, image, 4 * field);
  memcpy(kept + field, gather_x, 4 * in_x);
  memcpy(kept + field + in_x, gather_z, 4 * in_z);
  memcpy(kept + field + in_x + in_z, illumination, 4 * field);
  return LADDER_OK;
}

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "imaging",
                .name = LADDER_STAGE_NAME,
                .parent = "fortran",
                .change = "errs on purpose",
                .expectation = "is rejected",
                .bytes_per_point = 8,
                .operations_per_tap = 2,
                .create = create,
                .launch_used = launch_used,
                .last_error = last_error,
                .destroy = destroy,
                .entries = &(const ladder_imaging_entries){.step = step, .add_image = add_image}};
