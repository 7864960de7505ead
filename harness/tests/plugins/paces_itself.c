/* Plays back the first run, scaled to the wavelet at hand, and then waits until a good machine
 * would have been done: right, and above the floor.
 * Guard: the timed wavelets differ by more than a factor. */
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "rescaled_run.h"

static ladder_status play_back(ladder_state *s, int32_t count) {
  if (rescale(s, count))
    usleep((useconds_t)(20 + 1e-3 * (double)count * (double)cells_of(s->problem)));
  return LADDER_OK;
}
BAD_LOOP(upload, play_back, download);
