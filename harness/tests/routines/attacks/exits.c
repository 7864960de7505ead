/* Ends its process as if all was well.
 * Guard: a process that ends is a stage that failed. */
#include "attack.h"

ATTACK { exit(0); }
