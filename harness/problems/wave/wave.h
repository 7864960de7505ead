/* What a stage of the problem `wave` is given and what it implements. C99 and C++.
 *
 * A stage computes p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), or only the term L p(n).
 *
 * Arrays are float32 and z-major: cell (iz, ix, iy) is at iz + nz * (ix + nx * iy). Beyond the
 * border the pressure is zero. No array of the harness is padded. */
#ifndef LADDER_WAVE_H
#define LADDER_WAVE_H

#include "harness/stage.h"

#define LADDER_MOST_HALF_LENGTH 16

typedef struct ladder_cell {
  int32_t z, x, y; /* zero-based */
} ladder_cell;

/* What is computed. The struct and what it points to stay valid from create to destroy. */
typedef struct ladder_wave {
  int32_t nz, nx, ny;  /* [cells] ny = 1: two dimensions */
  int32_t half_length; /* M of the operator [cells], 1 to LADDER_MOST_HALF_LENGTH */
  int32_t steps;       /* time steps; a trace has steps + 1 samples, sample 0 before any step */
  int32_t sources;     /* number of source cells */
  int32_t receivers;   /* number of receiver cells */
  float dz, dx, dy;    /* spacings [m] */
  float dt;            /* [s] */
  const float *taps_z; /* [2 M + 1] taps, centre at M, symmetric [1/m^2]; of an axis of a single */
  const float *taps_x; /*           cell all taps are zero, and a stage may skip that axis */
  const float *taps_y;
  const float *v2dt2;    /* [nz nx ny] (v dt)^2 [m^2] */
  const float *sponge_z; /* [nz] factors; the taper of a cell is the product of its three */
  const float *sponge_x; /* [nx] */
  const float *sponge_y; /* [ny] */
  const ladder_cell *source_cells;   /* [sources] no two alike */
  const float *wavelets;             /* [sources][steps] what step n adds to p(n+1) at the source */
  const ladder_cell *receiver_cells; /* [receivers] */
} ladder_wave;

/* Several models at once: they differ in velocities and wavelets, and share the rest of the
 * case. */
typedef struct ladder_wave_models {
  int32_t count;                /* as many as the stage's knob `shots` says */
  const float *const *v2dt2;    /* [count] of each model: [nz nx ny] */
  const float *const *wavelets; /* [count] of each model: [sources][steps] */
  int32_t every;                /* steps between two looks for the largest p^2; the last is one */
  ladder_cell first, cells;     /* the block of cells that is looked at, and its size */
} ladder_wave_models;

/* The largest p^2 that a model has had in the block; the first step that had it, 0 without any. */
typedef struct ladder_wave_peak {
  float energy;
  int32_t step;
} ladder_wave_peak;

/* Of a stage that advances several models side by side. */
typedef struct ladder_wave_models_entries {
  /* Before upload, whose fields and step all models then start from; traces are not made. What it
   * points to need not outlive the call. */
  ladder_status (*take)(ladder_state *, const ladder_wave_models *);
  /* Of the looks since upload: of each model, and the largest p^2 of each cell [count][nz nx ny],
   * which may be anything outside of the block. */
  ladder_status (*peaks)(ladder_state *, ladder_wave_peak *, float *most);
  ladder_status (*field)(ladder_state *, int32_t model, float *now); /* p(n) [nz nx ny] */
} ladder_wave_models_entries;

/* Either laplacian, or upload, advance and download; the rest is NULL. */
typedef struct ladder_wave_entries {
  /* lap = L p for every cell. Both [nz nx ny], on the host; p is not changed. */
  ladder_status (*laplacian)(ladder_state *, const float *p, float *lap);

  /* For stages that own the time loop. upload takes p(n), p(n-1) and n; advance does `count` steps,
   * each: step, inject wavelet[n], taper p(n+1) and p(n), record; any split of the steps gives the
   * same result. download returns p(n), p(n-1) and all traces [steps + 1][receivers] so far. */
  ladder_status (*upload)(ladder_state *, const float *now, const float *before, int32_t step);
  ladder_status (*advance)(ladder_state *, int32_t count);
  ladder_status (*download)(ladder_state *, float *now, float *before, float *traces);

  /* May be NULL. Of plug-ins it is not asked: earlier ones end here. */
  const ladder_wave_models_entries *models;
} ladder_wave_entries;

/* What the tables of its stages have in common. */
#define LADDER_WAVE_FRAME LADDER_FRAME_OF("wave")
/* Their work: of a stage that gives the operator, and of one that owns the time loop. */
#define LADDER_WAVE_OPERATOR_WORK .bytes_per_point = 8, .operations_per_tap = 2
#define LADDER_WAVE_LOOP_WORK \
  .bytes_per_point = 16, .operations_per_point = 6, .operations_per_tap = 2

#endif
