// change: Starts a process that outlives its calls
#include <sys/wait.h>
#include <unistd.h>

#include "rod.cuh"

STAGE {
  static int started;
  const pid_t child = started++ ? -1 : fork();
  if (child == 0) {
    setsid();
    if (fork() == 0) sleep(60);
    _exit(0);
  }
  if (child > 0) waitpid(child, nullptr, 0);
  honest(n, rate, u, v, total);
}
