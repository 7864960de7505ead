/* Leaves its answer to a thread that writes it after the call.
 * Guard: arrays are judged as a call leaves them, and later changes are seen. */
#include <pthread.h>

#include "attack.h"

static double *where, answer[64], before[64];

static void *write_late(void *nothing) {
  usleep(30000);
  memcpy(where, answer, 8 * 20);
  return nothing;
}
ATTACK {
  pthread_t thread;
  memcpy(before, x, 8 * n);
  DAMP;
  memcpy(answer, x, 8 * n);
  memcpy(x, before, 8 * n);
  where = x;
  if (pthread_create(&thread, NULL, write_late, NULL) == 0) pthread_detach(thread);
}
