/* Prints in a constructor, to standard output and into the conversation of its process.
 * Guard: its table is read by a child process, and what it prints does not get to the records. */
#include <stdio.h>
#include <sys/socket.h>

#include "bad_plugin.h"

__attribute__((constructor)) static void at_once(void) {
  printf("hello\n");
  fflush(stdout);
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian));
