/* Solves another problem than `wave`.
 * Guard: the loader compares the problem. */
#include "bad_plugin.h"

BAD_STAGE_WITH(.problem = "heat", LAPLACIAN(honest_laplacian));
