/* Tries to interrupt the program that runs it, as Ctrl-C does.
 * Guard: in a namespace of its own it cannot name a process outside. */
#include <signal.h>
#include <unistd.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  kill(getppid(), SIGINT);
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
