/* Plug-ins that do something in a constructor, when the library is loaded.
 * Guard of all: their tables are read by a child process, and what it says is taken for words. */
#include <sys/socket.h>
#include <unistd.h>

#include "../bad_plugin.h"

#define PLUGIN(name) static inline void name(void)

PLUGIN(aborts_when_loaded) { abort(); }
PLUGIN(exits_when_loaded) { _exit(0); }
/* Writes into the conversation of its process. */
PLUGIN(garbles_when_loaded) { send(3, "hello\n", 6, 0); }
/* Prints to standard output, where the records are. */
PLUGIN(prints_when_loaded) { printf("hello\n"), fflush(stdout); }

__attribute__((constructor)) static void at_once(void) { CHOSEN(); }
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian));
