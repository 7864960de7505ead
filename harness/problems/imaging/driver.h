/* The Fortran side of `imaging` as C sees it. Each procedure is a bind(C) procedure of
 * fortran/imaging/. */
#ifndef LADDER_IMAGING_DRIVER_H
#define LADDER_IMAGING_DRIVER_H

#include "harness/observer.h"
#include "harness/problems/imaging/imaging.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays of a run, allocated by the caller: float for ladder_imaging_drive, double for the
 * oracle. `now` and `before` are scratch after the run. */
typedef struct ladder_imaging_fields {
  void *image;        /* [nz nx] out */
  void *gather_x;     /* [2 offsets_x + 1][nz nx] out */
  void *gather_z;     /* [2 offsets_z + 1][nz nx] out */
  void *illumination; /* [nz nx] out */
  void *now;          /* [nz nx] in: p(0) */
  void *before;       /* [nz nx] in: p(-1) */
} ladder_imaging_fields;

/* The time loop: 2 * steps of them. The observer's checkpoint gets the image so far. Returns what a
 * failing entry of the stage returned, LADDER_STOPPED if stopped, and LADDER_OUT_OF_MEMORY where
 * the forward field's snapshots do not fit. */
ladder_status ladder_imaging_drive(const ladder_imaging *, const ladder_stage *, ladder_state *,
                                   const ladder_observer *, ladder_imaging_fields *);

/* The same loop and the original's loops in float64, from the same float32 inputs, on all cores:
 * each value is one expression, so the number of threads changes no bit. */
ladder_status ladder_imaging_oracle(const ladder_imaging *, const ladder_observer *,
                                    ladder_imaging_fields *);

/* What the receivers of a case record of its sources, in float64 and rounded once: row n - 1 is
 * p(n). */
void ladder_imaging_record(const ladder_imaging *, float *traces /* [steps][receivers] */);

/* The original's loops in float32: what the stage `fortran` calls. */
void ladder_imaging_original_step(const ladder_imaging *, const float *now, float *before);
void ladder_imaging_original_image(const ladder_imaging *, const float *forward,
                                   const float *backward, float *image, float *gather_x,
                                   float *gather_z, float *illumination);

#ifdef __cplusplus
}
#endif
#endif
