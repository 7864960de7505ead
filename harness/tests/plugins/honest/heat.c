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
static float *field[2];

static ladder_status allocate(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_heat *c = the_case;
  for (int k = 0; k < 2; ++k) field[k] = malloc(4 * heat_cells(c));
  return create(c, launch, s);
}
static void release(ladder_state *s) {
  if (s) free(field[0]), free(field[1]);
}
static ladder_status upload(ladder_state *s, const float *now) {
  memcpy(field[0], now, 4 * heat_cells(s->problem));
  return LADDER_OK;
}
static ladder_status advance(ladder_state *s, int32_t count) {
  for (; count > 0; --count) {
    step_all(s->problem, field[0], field[1]);
    float *const next = field[1];
    field[1] = field[0], field[0] = next;
  }
  return LADDER_OK;
}
static ladder_status download(ladder_state *s, float *now) {
  memcpy(now, field[0], 4 * heat_cells(s->problem));
  return LADDER_OK;
}
HEAT_STAGE(.create = allocate, .destroy = release, .owns_time_loop = 1,
           .entries = &(const ladder_heat_entries){
               .upload = upload, .advance = advance, .download = download});
#else
static ladder_status step(ladder_state *s, const float *now, float *next) {
  step_all(s->problem, now, next);
  return LADDER_OK;
}
HEAT_STAGE(.entries = &(const ladder_heat_entries){.step = step});
#endif
