/* Says that it takes one thread and keeps 32 busy.
 * Guard: the processor time of its process is held against the threads that it says. */
#include <pthread.h>
#include <stdatomic.h>

#include "bad_plugin.h"

enum { HELPERS = 31 };
static atomic_int helping;

static void *help(void *nothing) {
  while (helping) continue;
  return nothing;
}
static pthread_t helper[HELPERS];

static ladder_status hire(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_wave *c = the_case;
  helping = c->steps >= A_LONG_RUN;
  for (int i = 0; i < HELPERS && helping; ++i) pthread_create(helper + i, NULL, help, NULL);
  return create(c, launch, s);
}
static void dismiss(ladder_state *s) {
  if (!helping) return;
  helping = 0;
  for (int i = 0; i < HELPERS; ++i) pthread_join(helper[i], NULL);
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .create = hire, .destroy = dismiss,
               KNOB("threads", "threads", 1, 64));
