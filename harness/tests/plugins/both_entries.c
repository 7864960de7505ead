/* Gives the convolution and the time loop: which of the two would be timed?
 * Guard: the loader wants one or the other. */
#include "loop_plugin.h"

BAD_LOOP(upload, advance, download, .laplacian = honest_laplacian);
