/* Plays back the first run, scaled to the wavelet at hand: the result is right and takes no time.
 * Guard: no run is faster than the floor. */
#include "rescaled_run.h"

static ladder_status play_back(ladder_state *s, int32_t count) {
  rescale(s, count);
  return LADDER_OK;
}
BAD_LOOP(upload, play_back, download);
