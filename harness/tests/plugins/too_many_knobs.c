/* Declares more knobs than a launch can hold.
 * Guard: the loader counts them. */
#include "bad_plugin.h"

BAD_STAGE_WITH(.knobs = LADDER_MOST_KNOBS + 1, LAPLACIAN(honest_laplacian));
