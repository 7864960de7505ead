/* The Fortran side as C sees it. Each procedure is a bind(C) procedure of the folder
 * fortran/wave/. */
#ifndef LADDER_WAVE_DRIVER_H
#define LADDER_WAVE_DRIVER_H

#include "harness/base/numerics/acoustic.h"
#include "harness/observer.h"
#include "harness/problems/wave/wave.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays of a run, allocated by the caller: float for ladder_drive, double for ladder_oracle.
 * The driver swaps `now` and `before`, and keeps them and `step` up to date at every checkpoint, so
 * that a run may continue from there. */
typedef struct ladder_fields {
  void *now;       /* [nz nx ny] in: p(step), out: p(steps) */
  void *before;    /* [nz nx ny] in: p(step-1), out: p(steps-1) */
  void *laplacian; /* [nz nx ny] scratch */
  void *traces;    /* [steps + 1][receivers] out; samples before `step` are kept */
  int32_t step;    /* in: of p(step), 0 to begin; out: the steps that are done */
} ladder_fields;

/* The time loop. Returns what a failing stage entry returned, and LADDER_STOPPED if stopped. */
ladder_status ladder_drive(const ladder_wave *, const ladder_stage *, ladder_state *,
                           const ladder_observer *, ladder_fields *);

/* The same loop and the original convolution in float64, from the same float32 inputs. */
ladder_status ladder_oracle(const ladder_wave *, const ladder_observer *, ladder_fields *);

/* The original convolution in float64 applied once: lap = L p (double arrays, float taps). */
void ladder_oracle_laplacian(const ladder_wave *, const double *p, double *lap);

/* The original convolution, float32: what the stage `fortran` calls. */
void ladder_original_laplacian(const ladder_wave *, const float *p, float *lap);

#ifdef __cplusplus
}
#endif
#endif
