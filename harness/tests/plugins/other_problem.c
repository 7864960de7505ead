/* Solves a problem that this program does not have.
 * Guard: the loader looks for the problem. */
#include "bad_plugin.h"

BAD_STAGE_WITH(.problem = "chess", LAPLACIAN(honest_laplacian));
