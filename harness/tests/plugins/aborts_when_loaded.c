/* Aborts in a constructor, when the library is loaded.
 * Guard: its table is read by a child process. */
#include <unistd.h>

#include "bad_plugin.h"

__attribute__((constructor)) static void at_once(void) { abort(); }
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian));
