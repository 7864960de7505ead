/* The Fortran side as C sees it. Each procedure is a bind(C) procedure of the folder fortran/wave/. */
#ifndef LADDER_WAVE_DRIVER_H
#define LADDER_WAVE_DRIVER_H

#include "harness/observer.h"
#include "harness/problems/wave/wave.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays of a run, allocated by the caller: float for ladder_drive, double for ladder_oracle.
 * The driver swaps `now` and `before`, and keeps them and `step` up to date at every checkpoint, so
 * that a run may go on from there. */
typedef struct ladder_fields {
  void *now;       /* [nz nx ny] in: p(step), out: p(steps) */
  void *before;    /* [nz nx ny] in: p(step-1), out: p(steps-1) */
  void *laplacian; /* [nz nx ny] scratch */
  void *traces;    /* [steps + 1][receivers] out; what stands before sample `step` is kept */
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

typedef enum ladder_operator { LADDER_WINDOWED = 0, LADDER_TAYLOR = 1 } ladder_operator;

/* Of the window, where a case does not say them; data/README.md tells why these. */
extern const double ladder_usual_alpha, ladder_usual_beta;

/* Taps of the second derivative for one axis, centre at half_length [1/m^2].
 * Windowed: tap i is 2 (-1)^(i+1) / (i d)^2 (a1 + a2 cos^2(pi i / (2 (M + 2))))^(beta / 2) with
 * a1 = 2 alpha - 1, a2 = 2 (1 - alpha); taylor: order 2 M. The centre is minus the sum of the rest. */
void ladder_operator_taps(ladder_operator family, int32_t half_length, double spacing, double alpha,
                          double beta, float *taps /* [2 M + 1] */);

/* The transform of the taps at a wavenumber [radians per cell]: -(k/d)^2 for an exact operator. */
double ladder_operator_symbol(int32_t half_length, const float *taps, double radians_per_cell);

/* Factors of an absorbing sponge along one axis (Cerjan et al. 1985): exp(-(strength * depth)^2),
 * depth in cells into the sponge; 1 in between. */
void ladder_sponge_factors(int32_t cells, int32_t width_low, int32_t width_high, double strength,
                           float *factors /* [cells] */);

/* Ricker wavelet (1 - 2 a) exp(-a), a = (pi peak (t - delay))^2 at t = n dt, n = 0 .. samples - 1. */
void ladder_ricker(int32_t samples, double dt, double peak_hz, double delay,
                   float *wavelet /* [samples] */);

#ifdef __cplusplus
}
#endif
#endif
