/* Gives no destroy.
 * Guard: the loader looks for every entry. */
#include "bad_plugin.h"

BAD_STAGE_WITH(.destroy = NULL, LAPLACIAN(honest_laplacian));
