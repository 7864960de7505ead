/* What a stage of the problem `imaging` is given and what it implements: reverse-time migration of
 * one shot in two dimensions, with gathers of subsurface offsets. C99 and C++.
 *
 * Both wavefields follow the same equation,
 *   p(n+1) = S (2 p(n) - S p(n-1) + (v dt)^2 L p(n) + f(n+1)),
 * S being the sponge's factor of the cell. The forward field is p(n), n = 0 .. steps, with the
 * wavelets as f. The backward field q runs from n = steps down to 1: q is zero beyond, and q(n)
 * comes from q(n+1) and q(n+2) by the same equation, with the data of time n as f. At the image
 * times n = every, 2 every, ...
 *   gather_x(z, x, h)  += p(z, x + h, n) q(z, x - h, n)      h = -offsets_x .. offsets_x
 *   gather_z(z, x, h)  += p(z + h, x, n) q(z - h, x, n)      h = -offsets_z .. offsets_z
 *   image(z, x)        += p(z, x, n) q(z, x, n)
 *   illumination(z, x) += p(z, x, n)^2
 * where a cell outside the grid counts as zero.
 *
 * Arrays are float32, z fastest: cell (iz, ix) is at iz + nz * ix, and h = -offsets is the first of
 * a gather's planes: (iz, ix, h) is at iz + nz * (ix + nx * (h + offsets)). Beyond the border the
 * pressure is zero. No array of the harness is padded. */
#ifndef LADDER_IMAGING_H
#define LADDER_IMAGING_H

#include "harness/stage.h"

#define LADDER_IMAGING_MOST_HALF_LENGTH 16

typedef struct ladder_place {
  int32_t z, x; /* zero-based */
} ladder_place;

/* What is computed. The struct and what it points to stay valid from create to destroy. */
typedef struct ladder_imaging {
  int32_t nz, nx;      /* [cells] */
  int32_t half_length; /* M of the operator [cells], 1 to LADDER_IMAGING_MOST_HALF_LENGTH */
  int32_t steps;       /* time steps of either field */
  int32_t every;       /* [steps] between image times; there are steps / every of them */
  int32_t offsets_x, offsets_z; /* the largest offset [cells]; 0: the offset 0 alone */
  int32_t sources, receivers;
  float dz, dx;                       /* spacings [m] */
  float dt;                           /* [s] */
  const float *taps_z;                /* [2 M + 1] taps, centre at M, symmetric [1/m^2] */
  const float *taps_x;                /* [2 M + 1] */
  const float *v2dt2;                 /* [nz nx] (v dt)^2 [m^2] */
  const float *sponge_z;              /* [nz] factors; S of a cell is the product of its two */
  const float *sponge_x;              /* [nx] */
  const ladder_place *source_cells;   /* [sources] no two alike */
  const float *wavelets;              /* [steps][sources] row n - 1 is f(n) of the forward field */
  const ladder_place *receiver_cells; /* [receivers] no two alike */
  const float *data; /* [steps][receivers] row n - 1 is f of the backward field at n */
} ladder_imaging;

/* What create would allocate, in addition to the arrays of the run, and the work that this
 * costs. */
typedef struct ladder_imaging_memory {
  double device, host;  /* [B] */
  double forward_steps; /* of a run: more than `steps` where some are taken again */
} ladder_imaging_memory;

/* Either step and add_image, or upload, advance and download; the rest is NULL. All arrays are on
 * the host. */
typedef struct ladder_imaging_entries {
  /* p(n+1) without f takes the place of p(n-1). Both [nz nx]. */
  ladder_status (*step)(ladder_state *, const float *now, float *before);
  /* Adds what one image time gives to all four products. forward and backward: [nz nx]. */
  ladder_status (*add_image)(ladder_state *, const float *forward, const float *backward,
                             float *image, float *gather_x, float *gather_z, float *illumination);

  /* For stages that own the time loop. upload takes p(0) and p(-1) and forgets what was; advance
   * does `count` steps of a run that has 2 * steps of them: the forward ones, then the backward
   * ones; any split gives the same result. download returns the products of the steps so far. */
  ladder_status (*upload)(ladder_state *, const float *now, const float *before);
  ladder_status (*advance)(ladder_state *, int32_t count);
  ladder_status (*download)(ladder_state *, float *image, float *gather_x, float *gather_z,
                            float *illumination);

  /* May be NULL. Allocates nothing, and needs no device. Of plug-ins it is not asked: earlier ones
   * end here. */
  ladder_status (*memory)(const ladder_imaging *, const ladder_launch *, ladder_imaging_memory *);
} ladder_imaging_entries;

/* What the tables of its stages have in common. */
#define LADDER_IMAGING_FRAME LADDER_FRAME_OF("imaging")
/* Their work. */
#define LADDER_IMAGING_WORK \
  .bytes_per_point = 16, .operations_per_point = 7, .operations_per_tap = 2

#endif
