/* Says that it takes one thread and keeps 32 busy.
 * Guard: the processor time of its process is held against the threads that it says. */
#include <pthread.h>
#include <stdatomic.h>

#include "bad_plugin.h"

enum { HELPERS = 31 };
static const ladder_knob knob = {"threads", "threads", NULL, 1, {1, 0}, {1, 0}, {64, 0}};
static atomic_int helping;

static void *help(void *nothing) {
  while (helping) continue;
  return nothing;
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (s->problem->steps < A_LONG_RUN) return honest_laplacian(s, p, lap);
  pthread_t helper[HELPERS];
  helping = 1;
  for (int i = 0; i < HELPERS; ++i) pthread_create(helper + i, NULL, help, NULL);
  convolve(s->problem, p, lap);
  helping = 0;
  for (int i = 0; i < HELPERS; ++i) pthread_join(helper[i], NULL);
  return LADDER_OK;
}
static ladder_status one(const ladder_state *s, ladder_launch *used) {
  (void)s;
  *used = (ladder_launch){.knob = {{1, 0}}};
  return LADDER_OK;
}
BAD_STAGE_WITH(.laplacian = laplacian, .launch_used = one, .knobs = 1, .knob = &knob);
