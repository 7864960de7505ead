/* Errs in nothing, in one of many ways: the build chooses by macros and flags
 * (harness/cmake/honest_variants.cmake).
 *   REAL        what is summed in: float or double
 *   ORDER       of the taps: 0 first to last, 1 last to first, 2 pairs from the outermost inwards
 *   THREADS     how many compute; 1: the caller alone
 *   OWNS_LOOP   whether it has the time loop
 * Guard: none may reject it. */
#ifndef REAL
#define REAL float
#endif
#ifndef ORDER
#define ORDER 0
#endif
#ifndef THREADS
#define THREADS 1
#endif
#include <pthread.h>

#define convolve plain_convolve
#include "../bad_plugin.h"
#undef convolve

/* The part of the sum of a cell that one axis gives: `at` cells from the border, `n` of them,
 * `stride` values apart. */
static inline REAL along(const float *taps, int m, const float *p, int at, int n, long stride) {
  REAL sum = 0;
#if ORDER == 1
  for (int k = m; k >= -m; --k)
    if (at + k >= 0 && at + k < n) sum += (REAL)taps[k + m] * p[k * stride];
#elif ORDER == 2
  for (int k = m; k > 0; --k) {
    const REAL low = at - k >= 0 ? p[-k * stride] : 0, high = at + k < n ? p[k * stride] : 0;
    sum += (REAL)taps[k + m] * (low + high);
  }
  sum += (REAL)taps[m] * p[0];
#else
  for (int k = -m; k <= m; ++k)
    if (at + k >= 0 && at + k < n) sum += (REAL)taps[k + m] * p[k * stride];
#endif
  return sum;
}

struct share {
  const ladder_wave *c;
  const float *p;
  float *lap;
  int first, end; /* columns */
};

static void *convolve_share(void *of) {
  const struct share *s = of;
  const ladder_wave *c = s->c;
  const int m = c->half_length;
  const long nz = c->nz, plane = nz * c->nx;
  for (int y = 0; y < c->ny; ++y)
    for (int x = s->first; x < s->end; ++x)
      for (int z = 0; z < c->nz; ++z) {
        const long i = z + nz * x + plane * y;
        const float *p = s->p + i;
        s->lap[i] =
            (float)(along(c->taps_z, m, p, z, c->nz, 1) + along(c->taps_x, m, p, x, c->nx, nz) +
                    along(c->taps_y, m, p, y, c->ny, plane));
      }
  return NULL;
}

static inline void convolve(const ladder_wave *c, const float *p, float *lap) {
  pthread_t thread[THREADS];
  struct share shares[THREADS];
  for (int t = 0; t < THREADS; ++t) {
    shares[t] = (struct share){c, p, lap, c->nx * t / THREADS, c->nx * (t + 1) / THREADS};
    if (t > 0) pthread_create(&thread[t], NULL, convolve_share, &shares[t]);
  }
  convolve_share(&shares[0]);
  for (int t = 1; t < THREADS; ++t) pthread_join(thread[t], NULL);
}

#ifdef OWNS_LOOP
#include "../loop_plugin.h"
BAD_LOOP(upload, advance, download);
#else
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
#endif
