/* Computes in a thread that nobody waits for, as a GPU stage without synchronisation does; the
 * probe's four calls are waited for.
 * Guard: what was timed is judged. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "bad_plugin.h"

static atomic_int running;

struct job {
  const ladder_wave *problem;
  const float *p;
  float *lap;
};

static void *compute(void *argument) {
  struct job job = *(struct job *)argument;
  free(argument);
  usleep(1000); /* so that nobody has to be fast to see it */
  convolve(job.problem, job.p, job.lap);
  --running;
  return NULL;
}

static void wait_for_all(ladder_state *s) {
  while (running) usleep(100);
}

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  pthread_t thread;
  struct job *job = malloc(sizeof *job);
  *job = (struct job){s->problem, p, lap};
  ++running;
  if (pthread_create(&thread, NULL, compute, job)) return LADDER_FAILED;
  pthread_detach(thread);
  if (++s->calls <= 4) wait_for_all(s);
  return LADDER_OK;
}
BAD_STAGE_WITH(LAPLACIAN(laplacian), .destroy = wait_for_all);
