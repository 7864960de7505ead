/* Errs in nothing, in one of many ways: the build chooses by macros and flags
 * (harness/cmake/honest_variants.cmake).
 *   REAL        what is summed in: float or double
 *   BACKWARD    another order of the neighbours
 *   ONE_WEIGHT  the cell itself is weighted, instead of a difference added to it
 *   THREADS     how many compute; 1: the caller alone
 *   OWNS_LOOP   whether it has the time loop
 * Guard: none may reject it. */
#include <pthread.h>

#include "../heat_plugin.h"
#ifndef THREADS
#define THREADS 1
#endif

struct share {
  const ladder_heat *c;
  const float *now;
  float *next;
  int first, end; /* planes */
};

static void *step_share(void *of) {
  const struct share *s = of;
  step_planes(s->c, s->now, s->next, s->first, s->end);
  return NULL;
}

static inline void step_all(const ladder_heat *c, const float *now, float *next) {
  pthread_t thread[THREADS];
  struct share shares[THREADS];
  for (int t = 0; t < THREADS; ++t) {
    shares[t] = (struct share){c, now, next, c->ny * t / THREADS, c->ny * (t + 1) / THREADS};
    if (t > 0) pthread_create(&thread[t], NULL, step_share, &shares[t]);
  }
  step_share(&shares[0]);
  for (int t = 1; t < THREADS; ++t) pthread_join(thread[t], NULL);
}

#ifdef OWNS_LOOP
#include "../heat_loop.h"
HEAT_LOOP(advance);
#else
static ladder_status step(ladder_state *s, const float *now, float *next) {
  step_all(s->problem, now, next);
  return LADDER_OK;
}
HEAT_STAGE(.entries = &(const ladder_heat_entries){.step = step});
#endif
