/* Starts a process that outlives its calls, in a session of its own and without a parent.
 * Guard: processes that descend from the stage's own are counted, and stopped with it. */
#include <sys/wait.h>

#include "attack.h"

ATTACK {
  static int started;
  const pid_t child = started++ ? -1 : fork();
  if (child == 0) {
    setsid();
    if (fork() == 0) sleep(60);
    _exit(0);
  }
  if (child > 0) waitpid(child, NULL, 0);
  DAMP;
}
