/* Writes into the conversation of its process in a constructor.
 * Guard: what comes instead of a table is refused. */
#include <sys/socket.h>

#include "bad_plugin.h"

__attribute__((constructor)) static void at_once(void) { send(3, "hello\n", 6, 0); }
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian));
