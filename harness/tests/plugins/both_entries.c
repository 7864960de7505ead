/* Gives the convolution and the time loop: which of the two would be timed?
 * Guard: the loader wants one or the other. */
#include "loop_plugin.h"

BAD_STAGE_WITH(.create = allocate, .destroy = release,
               .entries = &(const ladder_wave_entries){.laplacian = honest_laplacian,
                                                       .upload = upload,
                                                       .advance = advance,
                                                       .download = download});
