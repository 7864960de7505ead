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

/* In a single later run, the fourth: those that choose more runs, by number or at random, are found
 * by as much more. */
PLUGIN(replays_one_of_many) { return number == 3; }

BAD_LOOP(upload, CHOSEN, download);
