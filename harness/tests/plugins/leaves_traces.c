/* Owns the time loop, and leaves the last sample of every trace unwritten.
 * Guard: the traces are poisoned. */
#include "loop_plugin.h"

static ladder_status cut(ladder_state *s, float *now, float *before, float *traces) {
  download(s, now, before, loop.traces);
  memcpy(traces, loop.traces, trace_bytes(s->problem, loop.step));
  return LADDER_OK;
}
BAD_LOOP(upload, advance, cut);
