// Stage c-omp of smooth (smooth.f:9).
// parent: c
// change: OpenMP over the rows of a colour
// expectation: 0.8 times as many cores as there are on the finest level, slower
// below 65 x 65 points
// flags: -O3 -march=native -fopenmp
#include <math.h>
#include <stdint.h>

#include "smooth.h"

static inline float hmean(float x, float y) { return 2.0f * x * y / (x + y); }

/* The conductances of the four faces around a point, and their sum. */
#define FACES(i, j)                                                                    \
  const float west = cx * hmean(a(i - 1, j - 1), a(i - 1, j));                         \
  const float east = cx * hmean(a(i, j - 1), a(i, j));                                 \
  const float south = cy * hmean(a(i - 1, j - 1), a(i, j - 1));                        \
  const float north = cy * hmean(a(i - 1, j), a(i, j));                                \
  const float diagonal = west + east + south + north + sigma;                          \
  const float others = west * p(i - 1, j) + east * p(i + 1, j) + south * p(i, j - 1) + \
                       north * p(i, j + 1) + b(i, j)

void stage(float *p,           // p(ldp, *), inout
           int64_t p_n2,       // extent of axis 2
           const float *b,     // b(ldp, *), in
           int64_t b_n2,       // extent of axis 2
           float *res,         // res(ldp, *), inout
           int64_t res_n2,     // extent of axis 2
           const float *a,     // a(ldp, *), in
           int64_t a_n2,       // extent of axis 2
           int32_t ldp,        // ldp, in
           int32_t lev,        // lev, in
           int32_t npass,      // npass, in
           const int32_t *nx,  // nx(MAXLEV), in, of /levels/
           const int32_t *ny,  // ny(MAXLEV), in, of /levels/
           float omega,        // omega, in, of /coeff/
           float sigma,        // sigma, in, of /coeff/
           const float *hx,    // hx(MAXLEV), in, of /coeff/
           const float *hy,    // hy(MAXLEV), in, of /coeff/
           int32_t *nsweep,    // nsweep, inout, of /counts/
           int32_t *npoint,    // npoint, inout, of /counts/
           float *resmax,      // resmax, inout, of /counts/
           int32_t *kcall) {   // kcall, inout, kept by smooth
  const int m = nx(lev), n = ny(lev);
  const float cx = 1.0f / (hx(lev) * hx(lev)), cy = 1.0f / (hy(lev) * hy(lev));
  *kcall += 1;
  const float w = *kcall <= 2 ? 1.0f : omega;

  for (int pass = 0; pass < npass; ++pass) {
    for (int colour = 0; colour <= 1; ++colour)
#pragma omp parallel for
      for (int j = 2; j <= n - 1; ++j)
        for (int i = 2 + (j + colour) % 2; i <= m - 1; i += 2) {
          FACES(i, j);
          p(i, j) += w * (others / diagonal - p(i, j));
        }
    *nsweep += 1;
  }
  *npoint += npass * (m - 2) * (n - 2);

  float most = 0;
#pragma omp parallel for reduction(max : most)
  for (int j = 1; j <= n; ++j)
    for (int i = 1; i <= m; ++i) {
      if (i == 1 || i == m || j == 1 || j == n) {
        res(i, j) = 0;
        continue;
      }
      FACES(i, j);
      const float here = others - diagonal * p(i, j);
      res(i, j) = here;
      most = fmaxf(most, fabsf(here));
    }
  *resmax = most;
}
