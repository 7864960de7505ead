/* Plug-ins that own the time loop, and hand results over wrongly. */
#include <math.h>

#include "../loop_plugin.h"

#define PLUGIN(name) \
  static inline ladder_status name(ladder_state *s, float *now, float *before, float *traces)

/* Owns the time loop, and gives no field before the last step.
 * Guard: the checkpoints along the run are judged. */
PLUGIN(downloads_at_the_end_only) {
  return loop.step < s->problem->steps ? LADDER_OK : download(s, now, before, traces);
}

/* Owns the time loop, and downloads p(n) but not p(n-1): nobody could go on from there.
 * Guard: both fields are poisoned before they are downloaded, and judged. */
PLUGIN(leaves_before) {
  float *scratch = malloc(sizeof(float) * cells_of(s->problem));
  download(s, now, scratch, traces);
  free(scratch);
  return LADDER_OK;
}

/* Owns the time loop, and leaves the last sample of every trace unwritten.
 * Guard: the traces are poisoned. */
PLUGIN(leaves_traces) {
  download(s, now, before, loop.traces);
  memcpy(traces, loop.traces, trace_bytes(s->problem, loop.step));
  return LADDER_OK;
}

/* Puts one NaN into the last sample of the last receiver.
 * Guard: NaN is looked for in the bits of the traces. */
PLUGIN(nan_in_one_trace) {
  download(s, now, before, traces);
  if (loop.step == s->problem->steps && loop.step >= A_LONG_RUN)
    traces[(size_t)(loop.step + 1) * (size_t)s->problem->receivers - 1] = NAN;
  return LADDER_OK;
}

BAD_LOOP(upload, advance, CHOSEN);
