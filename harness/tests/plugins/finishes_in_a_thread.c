/* Computes in a thread that destroy waits for.
 * Guard: results that change after the driver has returned are seen. */
#include <pthread.h>

#include "late_results.h"

static pthread_t thread;
static int started;

static void *compute(void *s) {
  keep_the_promise(s);
  return NULL;
}
static ladder_status begin(ladder_state *s, float *now, float *before, float *traces) {
  promise(s, now, before, traces);
  started = late.steps && !pthread_create(&thread, NULL, compute, s);
  return LADDER_OK;
}
static void finish(ladder_state *s) {
  if (started) pthread_join(thread, NULL);
  started = 0;
  release(s);
}
BAD_LOOP(upload, put_off, begin, .destroy = finish);
