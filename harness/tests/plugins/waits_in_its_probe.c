/* Makes the file LADDER_TEST_PROBED when it is first called, before anything is timed, and waits to
 * be interrupted.
 * Guard: no file of records is left behind without a record. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  static int called;
  if (!called++) {
    close(creat(getenv("LADDER_TEST_PROBED"), 0600));
    for (int i = 0; i < 60000; ++i) usleep(1000);
  }
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
