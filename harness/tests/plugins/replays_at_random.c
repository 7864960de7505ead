/* Plays back its first run in about half of the later ones, at random.
 * Guard: later runs are drawn to be proven; harness/bench/verify/PROOF.md says how probably it
 * passes. */
#include "first_run.h"

static int at_random(int number) {
  static uint32_t state = 12345;
  state = state * 1664525u + 1013904223u;
  return number > 0 && state >> 31;
}
static ladder_status play_back(ladder_state *s, int32_t count) {
  return first_run(s, count, at_random);
}
BAD_LOOP(upload, play_back, download);
