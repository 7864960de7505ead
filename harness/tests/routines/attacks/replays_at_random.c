/* Plays its first answers back in half of the later calls.
 * Guard: each timed run is proven. */
#include "replay.h"

static int at_random(int number) {
  static uint32_t state = 12345;
  state = state * 1664525u + 1013904223u;
  return number > 0 && state >> 31;
}
ATTACK { replay(x, n, factor, ncall, at_random); }
