/* Starts a process as a child of its own parent, which outlives its calls.
 * Guard: whatever runs in the namespace of a plug-in is one of its helpers. */
#define _GNU_SOURCE
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bad_plugin.h"

static ladder_status with_sibling(const void *the_case, const ladder_launch *launch,
                                  ladder_state **s) {
  static int started;
  if (!started++ && syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, 0) == 0) {
    for (int i = 0; i < 60000; ++i) usleep(1000);
    _exit(0);
  }
  return create(the_case, launch, s);
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .create = with_sibling);
