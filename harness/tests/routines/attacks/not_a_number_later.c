/* As wrong_later, by a NaN.
 * Guard: what is not a number is within no limit. */
#include "attack.h"

ATTACK {
  static int calls;
  DAMP;
  if (++calls > 9) x[7] = 0.0 / 0.0;
}
