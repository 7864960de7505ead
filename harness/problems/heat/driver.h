/* The Fortran side of `heat` as C sees it. Each procedure is a bind(C) procedure of the folder
 * fortran/heat/. */
#ifndef LADDER_HEAT_DRIVER_H
#define LADDER_HEAT_DRIVER_H

#include "harness/observer.h"
#include "harness/problems/heat/heat.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays of a run, allocated by the caller: float for ladder_heat_drive, double for
 * ladder_heat_oracle. The driver swaps the two, and keeps them and `step` up to date at every
 * checkpoint, so that a run may continue from there. */
typedef struct ladder_heat_fields {
  void *now;    /* [nz nx ny] in: T(step), out: T(steps) */
  void *next;   /* [nz nx ny] scratch */
  int32_t step; /* in: of T(step), 0 to begin; out: the steps that are done */
} ladder_heat_fields;

/* The time loop. Returns what a failing stage entry returned, and LADDER_STOPPED if stopped. The
 * observer's checkpoint gets T(step). */
ladder_status ladder_heat_drive(const ladder_heat *, const ladder_stage *, ladder_state *,
                                const ladder_observer *, ladder_heat_fields *);

/* The same loop and the original's step in float64, from the same float32 inputs, on all cores:
 * each cell is one expression, so the number of threads changes no bit. */
ladder_status ladder_heat_oracle(const ladder_heat *, const ladder_observer *,
                                 ladder_heat_fields *);

/* The original's step in float64, once. */
void ladder_heat_oracle_step(const ladder_heat *, const double *now, double *next);

/* The original's step in float32: what the stage `fortran` calls. */
void ladder_heat_original_step(const ladder_heat *, const float *now, float *next);

#ifdef __cplusplus
}
#endif
#endif
