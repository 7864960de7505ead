/* Starts a process that outlives its calls, in a session of its own and without a parent.
 * Guard: processes that descend from the plug-in's own are counted, and stopped with it. */
#define _DEFAULT_SOURCE
#include <sys/wait.h>
#include <unistd.h>

#include "bad_plugin.h"

static ladder_status with_helper(const void *the_case, const ladder_launch *launch,
                                 ladder_state **s) {
  const ladder_wave *c = the_case;
  static int started;
  if (!started++) {
    const pid_t child = fork();
    if (child == 0) {
      setsid();
      if (fork() == 0)
        for (int i = 0; i < 60000; ++i) usleep(1000);
      _exit(0);
    }
    waitpid(child, NULL, 0);
  }
  return create(c, launch, s);
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .create = with_helper);
