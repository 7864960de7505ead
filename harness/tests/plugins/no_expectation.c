/* Does not say what it expects.
 * Guard: the loader looks for the words. */
#include "bad_plugin.h"

BAD_STAGE_WITH(.expectation = NULL, LAPLACIAN(honest_laplacian));
