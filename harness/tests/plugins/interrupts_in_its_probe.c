/* Interrupts the program that runs it, as Ctrl-C does, before anything is timed.
 * Guard: no file of records is left behind without a record. */
#include <signal.h>
#include <unistd.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  static int interrupted;
  if (!interrupted++) kill(getppid(), SIGINT); /* once: a second one ends the program at once */
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
