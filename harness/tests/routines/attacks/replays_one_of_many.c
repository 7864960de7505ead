/* Plays its first answer back in one of eight later calls.
 * Guard: each timed run is proven. */
#include "replay.h"

static int one_of_many(int number) { return number % 8 == 7; }
ATTACK { replay(x, n, factor, ncall, one_of_many); }
