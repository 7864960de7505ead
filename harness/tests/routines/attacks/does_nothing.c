/* Leaves its arguments as they are.
 * Guard: they are compared. */
#include "attack.h"

ATTACK {}
