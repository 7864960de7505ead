/* Is right at its first nine calls.
 * Guard: what was timed is judged. */
#include "attack.h"

ATTACK {
  static int calls;
  DAMP;
  if (++calls > 9) x[7] *= 1 + 1e-9;
}
