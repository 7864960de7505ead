/* Leaves a thread behind that keeps a core busy while others are timed.
 * Guard: the threads of the process are counted before create and after destroy. */
#include <pthread.h>

#include "bad_plugin.h"

static void *spin(void *unused) {
  for (volatile int forever = 1; forever;) {
  }
  return unused;
}
static ladder_status start(const ladder_case *c, const ladder_launch *launch, ladder_state **s) {
  static pthread_t thread;
  if (!thread && pthread_create(&thread, NULL, spin, NULL)) return LADDER_FAILED;
  return create(c, launch, s);
}
BAD_STAGE_WITH(.create = start, .laplacian = honest_laplacian);
