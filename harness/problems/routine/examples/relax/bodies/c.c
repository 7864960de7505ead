#include <math.h>

/* Points (i, j) and cells count from 1, as in Fortran. Of a level's size and spacing only its own are used. */
#define AT(array, i, j) array[(i)-1 + (long)ldp * ((j)-1)]

static inline float hmean(float x, float y) { return 2.0f * x * y / (x + y); }

/* The conductances of the four faces around a point, and their sum. */
#define FACES(i, j)                                                                                \
  const float west = cx * hmean(AT(a, i - 1, j - 1), AT(a, i - 1, j));                             \
  const float east = cx * hmean(AT(a, i, j - 1), AT(a, i, j));                                     \
  const float south = cy * hmean(AT(a, i - 1, j - 1), AT(a, i, j - 1));                            \
  const float north = cy * hmean(AT(a, i - 1, j), AT(a, i, j));                                    \
  const float diagonal = west + east + south + north + sigma;                                      \
  const float others = west * AT(p, i - 1, j) + east * AT(p, i + 1, j) + south * AT(p, i, j - 1) + \
                       north * AT(p, i, j + 1) + AT(b, i, j)

/* `res` may be `b`. */
void smooth(float *p, const float *b, float *res, const float *a, int ldp, int lev, int npass,
            const int *nx, const int *ny, float omega, float sigma, const float *hx,
            const float *hy, int *nsweep, int *npoint, float *resmax, int *kcall) {
  const int m = nx[lev - 1], n = ny[lev - 1];
  const float cx = 1.0f / (hx[lev - 1] * hx[lev - 1]), cy = 1.0f / (hy[lev - 1] * hy[lev - 1]);
  *kcall += 1;
  const float w = *kcall <= 2 ? 1.0f : omega;

  for (int pass = 0; pass < npass; ++pass) {
    for (int colour = 0; colour <= 1; ++colour)
      for (int j = 2; j <= n - 1; ++j)
        for (int i = 2 + (j + colour) % 2; i <= m - 1; i += 2) {
          FACES(i, j);
          AT(p, i, j) += w * (others / diagonal - AT(p, i, j));
        }
    *nsweep += 1;
  }
  *npoint += npass * (m - 2) * (n - 2);

  float most = 0;
  for (int j = 1; j <= n; ++j)
    for (int i = 1; i <= m; ++i) {
      if (i == 1 || i == m || j == 1 || j == n) {
        AT(res, i, j) = 0;
        continue;
      }
      FACES(i, j);
      AT(res, i, j) = others - diagonal * AT(p, i, j);
      most = fmaxf(most, fabsf(AT(res, i, j)));
    }
  *resmax = most;
}
