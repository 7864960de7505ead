/* Guard: a stage has a process of its own. */
#include "attack.h"

ATTACK { abort(); }
