/* Plug-ins with a knob that report another launch than the one that was asked for, or none. */
#include "../when_traced.h"

#define PLUGIN(name) static inline ladder_status name(const ladder_state *s, ladder_launch *used)

static const ladder_launch preset = {.knob = {{128, 0}}};

/* Does not report what launch it used.
 * Guard: the probe asks, and takes no other status than LADDER_OK. */
PLUGIN(hides_its_launch) { return LADDER_FAILED; }

/* Runs its preset whatever is asked.
 * Guard: the launch that was used is held against the one that was asked for. */
PLUGIN(ignores_threads) {
  *used = preset;
  return LADDER_OK;
}

/* Reports the requested value until it has computed, and then what it used.
 * Guard: the launch is looked at after every run too. */
PLUGIN(ignores_threads_late) {
  *used = s->calls ? preset : asked;
  return LADDER_OK;
}

/* Uses another launch in the traced run.
 * Guard: the launch is looked at after the traced run too. */
PLUGIN(ignores_threads_when_traced) {
  *used = traced() ? preset : asked;
  return LADDER_OK;
}

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  ++s->calls;
  return honest_laplacian(s, p, lap);
}
BAD_WHEN_TRACED(LAPLACIAN(laplacian), .launch_used = CHOSEN, KNOB("threads", "threads", 128, 1024));
