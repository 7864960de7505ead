/* Starts a process that starts the next one and ends, and so on.
 * Guard: it is stopped at some time, or found to run; the harness does not wait for ever. */
#include <signal.h>
#include <unistd.h>

#include "bad_plugin.h"

static ladder_status with_chain(const void *the_case, const ladder_launch *launch,
                                ladder_state **s) {
  static int started;
  if (!started++ && fork() == 0) {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 200000; ++i)
      if (fork() > 0) _exit(0);
    _exit(0);
  }
  return create(the_case, launch, s);
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .create = with_chain);
