/* Plug-ins that err in the traced run alone. */
#define _DEFAULT_SOURCE
#include "../when_traced.h"

#include <unistd.h>

#define PLUGIN(name) static inline ladder_status name(ladder_state *s, const float *p, float *lap)

/* Writes through a null pointer in the traced run.
 * Guard: a child process that is lost in the traced run is a failure of the stage. */
PLUGIN(crashes_when_traced) {
  volatile float *volatile nowhere = NULL;
  if (traced()) *nowhere = 0;
  return honest_laplacian(s, p, lap);
}

/* Says that its device failed in the traced run.
 * Guard: a traced run that fails is a failure of the stage, with the exit code of its kind. */
PLUGIN(device_fails_when_traced) {
  convolve(s->problem, p, lap);
  return traced() ? LADDER_DEVICE_FAILED : LADDER_OK;
}

/* Does not return in the traced run.
 * Guard: the time limit of a call holds for the traced run too. */
PLUGIN(hangs_when_traced) {
  while (traced()) sleep(1);
  return honest_laplacian(s, p, lap);
}

/* Sleeps in the traced run alone, which spends its time elsewhere than the timed ones.
 * Guard: the two are compared, and nothing is concluded from the shares. */
PLUGIN(slower_when_traced) {
  convolve(s->problem, p, lap);
  if (traced()) usleep(1000);
  return LADDER_OK;
}

/* Writes one value behind its array in the traced run.
 * Guard: the zones around the arrays are looked at after the traced run too. */
PLUGIN(writes_outside_when_traced) {
  convolve(s->problem, p, lap);
  if (traced()) lap[cells_of(s->problem)] = 0;
  return LADDER_OK;
}

/* Computes every other step only, in the traced run: the scopes show what it did not do.
 * Guard: the traced run is judged too. */
PLUGIN(wrong_when_traced) {
  if (!traced() || s->calls++ % 2 == 0) convolve(s->problem, p, lap);
  return LADDER_OK;
}

BAD_WHEN_TRACED(LAPLACIAN(CHOSEN));
