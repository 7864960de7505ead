/* Leaves a thread running that takes processor time from whoever is measured next. It says so by
 * failing: it saw the thread go on between two of its runs.
 * Guard: its process is stopped while it is not asked. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define WHY "its thread ran between its runs"
#include "bad_plugin.h"

static atomic_int turns, left_at;

static void *burn(void *nothing) {
  for (;; ++turns) usleep(100);
  return nothing;
}
static ladder_status look(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_wave *c = the_case;
  static int started;
  pthread_t thread;
  if (!started++) pthread_create(&thread, NULL, burn, NULL);
  const int between = turns - left_at;
  create(c, launch, s);
  /* In the milliseconds from its word to its stop it may go on; others are measured for longer. */
  return c->steps >= A_LONG_RUN && left_at && between > 60 ? LADDER_FAILED : LADDER_OK;
}
static void leave(ladder_state *s) { left_at = turns + 1; }
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .create = look, .destroy = leave);
