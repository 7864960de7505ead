/* Plays back its first run in the second of two timed ones, and is honest in all others: it knows
 * them by their number.
 * Guard: a timed run cannot be known to be free of a proof, since that is drawn when it is over. */
#include "first_run.h"

static int second_sample(int number) { return number == 1; }
static ladder_status play_back(ladder_state *s, int32_t count) {
  return first_run(s, count, second_sample);
}
BAD_LOOP(upload, play_back, download);
