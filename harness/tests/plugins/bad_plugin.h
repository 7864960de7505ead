/* What the plug-ins that err on purpose share. Each includes this and spoils one thing. Its head
 * says which guard must reject it; test_attacks.py holds it to that. */
#pragma once
#include <stdio.h>

#include "harness/problems/wave/wave.h"

#define PROBLEM "wave"
#define CASE ladder_wave
#include "plugin_frame.h"

/* L p with explicit borders; `p_at` and `lap_at` give the position of a cell. */
#define CONVOLVE(c, p, lap, p_at, lap_at)                                                       \
  for (int y = 0; y < (c)->ny; ++y)                                                             \
    for (int x = 0; x < (c)->nx; ++x)                                                           \
      for (int z = 0; z < (c)->nz; ++z) {                                                       \
        float sum = 0;                                                                          \
        for (int k = -(c)->half_length; k <= (c)->half_length; ++k) {                           \
          const int i = k + (c)->half_length;                                                   \
          if (z + k >= 0 && z + k < (c)->nz) sum += (c)->taps_z[i] * (p)[p_at(c, z + k, x, y)]; \
          if (x + k >= 0 && x + k < (c)->nx) sum += (c)->taps_x[i] * (p)[p_at(c, z, x + k, y)]; \
          if (y + k >= 0 && y + k < (c)->ny) sum += (c)->taps_y[i] * (p)[p_at(c, z, x, y + k)]; \
        }                                                                                       \
        (lap)[lap_at(c, z, x, y)] = sum;                                                        \
      }
#define Z_FASTEST(c, z, x, y) ((z) + (c)->nz * ((x) + (c)->nx * (y)))
#define X_FASTEST(c, z, x, y) ((x) + (c)->nx * ((z) + (c)->nz * (y)))

static inline size_t cells_of(const ladder_wave *c) {
  return (size_t)c->nz * (size_t)c->nx * (size_t)c->ny;
}

static inline void convolve(const ladder_wave *c, const float *p, float *lap) {
  CONVOLVE(c, p, lap, Z_FASTEST, Z_FASTEST)
}

static inline ladder_status honest_laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  return LADDER_OK;
}

/* A number for what the values are (FNV-1a), so that they are known again. */
static inline uint64_t checksum(const float *values, size_t count) {
  uint64_t sum = 0xcbf29ce484222325u;
  for (const unsigned char *at = (const unsigned char *)values, *end = at + 4 * count; at != end;
       ++at)
    sum = (sum ^ *at) * 0x100000001b3u;
  return sum;
}

/* The cell that is to be wrong at this step; -1 where none is. WRONG_STEP and WRONG_CELL of the
 * environment say which ("17", "5,8"). */
static inline int wrong_cell(const ladder_wave *c, int at_step) {
  const char *step = getenv("WRONG_STEP"), *cell = getenv("WRONG_CELL");
  int z = 0, x = 0;
  const int is_here = step && cell && at_step == atoi(step) && sscanf(cell, "%d,%d", &z, &x) == 2;
  return is_here ? Z_FASTEST(c, z, x, 0) : -1;
}

/* More steps than any run has that is not timed, but for the probe of the case's own grid. */
enum { A_LONG_RUN = 21 };

#define BAD_STAGE_WITH(...) PLUGIN_STAGE(.operations_per_tap = 2, __VA_ARGS__)
#define LAPLACIAN(entry) \
  .entries = &(const ladder_wave_entries) { .laplacian = entry }
#define BAD_STAGE(entry) BAD_STAGE_WITH(LAPLACIAN(entry))
