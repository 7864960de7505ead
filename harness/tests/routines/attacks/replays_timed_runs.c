/* Plays its first answers back.
 * Guard: each timed run has noise of its own and is proven. */
#include "replay.h"

static int always(int number) { return number > 0; }
ATTACK { replay(x, n, factor, ncall, always); }
