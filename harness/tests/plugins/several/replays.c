/* Plug-ins that play their first run back in later ones that they choose, with waves.
 * Guard: every run starts from fields of its own, so that the result of another is wrong; and every
 * run is proven, since the mean of all, with weights that a plug-in cannot know, must be that of
 * the oracle. harness/bench/verify/PROOF.md says how probably those pass that choose at random. */
#include "../first_run.h"

#define PLUGIN REPLAY

/* Waits until the time is a credible one. */
PLUGIN(waits_past_the_floor) {
  usleep(5000);
  return number > 0;
}

/* In the second of two timed runs, and is honest in all others: it knows them by their number.
 * Guard: which of them is proven is drawn when it is over. */
PLUGIN(replays_timed_runs) { return number == 1; }

/* In a single later run, the fourth. */
PLUGIN(replays_one_of_many) { return number == 3; }

/* Computes each run with a probability of 0.9. */
PLUGIN(right_nine_times_of_ten) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return number > 0 && state < UINT32_MAX / 10;
}

BAD_LOOP(upload, CHOSEN, download);
