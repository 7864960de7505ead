/* Plays back its first run, and waits until the time is a credible one.
 * Guard: every run starts from fields of its own, so that the result of another is wrong. */
#include "first_run.h"

static int slowly(int number) {
  usleep(5000);
  return number > 0;
}
static ladder_status play_back(ladder_state *s, int32_t count) {
  return first_run(s, count, slowly);
}
BAD_LOOP(upload, play_back, download);
