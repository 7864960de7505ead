/* Taps, absorbing borders and wavelets of acoustic finite differences, in Fortran (fortran/wave/):
 * what every problem with waves uses. */
#ifndef LADDER_ACOUSTIC_H
#define LADDER_ACOUSTIC_H

#include <math.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ladder_operator { LADDER_WINDOWED = 0, LADDER_TAYLOR = 1 } ladder_operator;

/* Of the window, where a case does not say them; data/OPERATOR.md says why these. */
extern const double ladder_usual_alpha, ladder_usual_beta;

/* Taps of the second derivative for one axis, centre at half_length [1/m^2].
 * Windowed: tap i is 2 (-1)^(i+1) / (i d)^2 (a1 + a2 cos^2(pi i / (2 (M + 2))))^(beta / 2) with
 * a1 = 2 alpha - 1, a2 = 2 (1 - alpha); taylor: order 2 M. The centre is minus the sum of the
 * rest. */
void ladder_operator_taps(ladder_operator family, int32_t half_length, double spacing, double alpha,
                          double beta, float *taps /* [2 M + 1] */);

/* The transform of the taps at a wavenumber [radians per cell]: -(k/d)^2 for an exact operator. */
double ladder_operator_symbol(int32_t half_length, const float *taps, double radians_per_cell);

/* The largest |transform| over all wavenumbers that the grid can hold [1/m^2]. */
static inline double ladder_largest_symbol(int32_t half_length, const float *taps) {
  const int count = 2000;
  const double pi = acos(-1.0);
  double most = 0;
  for (int i = 0; i <= count; ++i)
    most = fmax(most, fabs(ladder_operator_symbol(half_length, taps, pi * i / count)));
  return most;
}

/* Factors of an absorbing sponge along one axis (Cerjan et al. 1985): exp(-(strength * depth)^2),
 * depth in cells into the sponge; 1 in between. */
void ladder_sponge_factors(int32_t cells, int32_t width_low, int32_t width_high, double strength,
                           float *factors /* [cells] */);

/* Ricker wavelet (1 - 2 a) exp(-a), a = (pi peak (t - delay))^2 at t = n dt, n = 0 ..
 * samples - 1. */
void ladder_ricker(int32_t samples, double dt, double peak_hz, double delay,
                   float *wavelet /* [samples] */);
/* Its integral over time [s]: (t - delay) exp(-a). */
void ladder_ricker_integral(int32_t samples, double dt, double peak_hz, double delay,
                            float *wavelet /* [samples] */);

#ifdef __cplusplus
}
#endif
#endif
