/* What a stage of the problem `heat` is given and what it implements. C99 and C++.
 *
 * T(n+1) = T(n) + factor (sum of the six neighbours - 6 T(n)) in the cells that have six
 * neighbours; the outermost cells keep their temperature. Arrays are float32 and z-major: cell (iz,
 * ix, iy) is at iz + nz * (ix + nx * iy). No array of the harness is padded. */
#ifndef LADDER_HEAT_H
#define LADDER_HEAT_H

#include "harness/stage.h"

/* Materials and sides of a case that is not plain. A cell changes unless it is on a side that is
 * not insulated:
 *   T(n+1) = T(n) + sum over its neighbours of
 *                   factor[axis] (2 a b / (a + b)) (T(neighbour) - T(n)),
 * where a and b are the conductivities of the two cells. Nothing is beyond an insulated side. */
typedef struct ladder_heat_general {
  int32_t insulated[3][2];   /* the low and the high side along z, x, y; 1: no heat crosses it */
  float factor[3];           /* kappa dt / d^2 along z, x, y, where the conductivity is 1 */
  const float *conductivity; /* [nz nx ny] over 0 to 1, of the best cell 1; NULL: 1 everywhere */
} ladder_heat_general;

/* What is computed. The struct stays valid from create to destroy. */
typedef struct ladder_heat {
  int32_t nz, nx, ny; /* [cells] */
  int32_t steps;      /* time steps */
  float spacing;      /* d, alike along all axes [m] */
  float dt;           /* [s] */
  float diffusivity;  /* kappa [m^2/s] */
  float factor;       /* kappa dt / d^2, at most 1/6 */
  const ladder_heat_general
      *general; /* NULL: the case is plain. A stage that cannot do others refuses them in create */
} ladder_heat;

/* Either step, or the other three; the rest is NULL. */
typedef struct ladder_heat_entries {
  /* One step: next is the temperature after it, in every cell. Both [nz nx ny], on the host; now is
   * not changed. */
  ladder_status (*step)(ladder_state *, const float *now, float *next);

  /* For stages that own the time loop. upload takes the temperature, advance does `count` steps,
   * download returns the temperature [nz nx ny]. Any split of the steps gives the same result. */
  ladder_status (*upload)(ladder_state *, const float *now);
  ladder_status (*advance)(ladder_state *, int32_t count);
  ladder_status (*download)(ladder_state *, float *now);
} ladder_heat_entries;

/* The words of a stage that refuses cases with `general`. */
#define LADDER_HEAT_PLAIN_ALONE \
  "it computes one diffusivity between fixed sides alone; c-general and general do others"

/* What the tables of its stages have in common. */
#define LADDER_HEAT_FRAME LADDER_FRAME_OF("heat")
/* Their work. */
#define LADDER_HEAT_WORK .bytes_per_point = 8, .operations_per_point = 8

#endif
