/* Plug-ins that own the time loop, and in long runs do nothing until the driver has its results.
 * Guard of all: results that change after the driver has returned are seen. */
#include "../loop_plugin.h"

static struct {
  float *now, *before, *traces; /* where the driver wants them */
  int32_t steps;                /* still to be done */
} late;

static inline ladder_status put_off(ladder_state *s, int32_t count) {
  if (s->problem->steps < A_LONG_RUN) return advance(s, count);
  late.steps = count;
  return LADDER_OK;
}

static inline ladder_status promise(ladder_state *s, float *now, float *before, float *traces) {
  late.now = now, late.before = before, late.traces = traces;
  const size_t first = trace_bytes(s->problem, 1);
  memset(traces, 0, trace_bytes(s->problem, s->problem->steps + 1));
  memcpy(traces, loop.traces, first);
  if (late.steps) return memcpy(now, loop.now, 4 * cells_of(s->problem)), LADDER_OK;
  return download(s, now, before, traces);
}

static inline void keep_the_promise(ladder_state *s) {
  if (!late.steps) return;
  advance(s, late.steps);
  late.steps = 0;
  download(s, late.now, late.before, late.traces);
}

/* Computes when it is asked for its launch, behind the timed part. */
static inline ladder_status compute(const ladder_state *s, ladder_launch *used) {
  keep_the_promise((ladder_state *)s);
  return launch_used(s, used);
}
#define computes_in_launch_used BAD_LOOP(upload, put_off, promise, .launch_used = compute)

/* Computes when it is destroyed, behind the timed part. */
static inline void finish(ladder_state *s) {
  if (s) keep_the_promise(s);
  release(s);
}
#define finishes_in_destroy BAD_LOOP(upload, put_off, promise, .destroy = finish)

CHOSEN;
