/* Plug-ins that do in create what they may not. */
#define _GNU_SOURCE
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../bad_plugin.h"

#define PLUGIN(name)                                                                  \
  static inline ladder_status name(const void *the_case, const ladder_launch *launch, \
                                   ladder_state **s)

/* Crashes in create.
 * Guard: plug-ins run in a child process. */
PLUGIN(crashes_in_create) {
  volatile float *volatile nowhere = NULL;
  *nowhere = 0;
  return create(the_case, launch, s);
}

/* Starts a process that outlives its calls, in a session of its own and without a parent.
 * Guard: processes that descend from the plug-in's own are counted, and stopped with it. */
PLUGIN(forks_a_helper) {
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
  return create(the_case, launch, s);
}

/* Starts a process as a child of its own parent, which outlives its calls.
 * Guard: whatever runs in the namespace of a plug-in is one of its helpers. */
PLUGIN(forks_a_sibling) {
  static int started;
  if (!started++ && syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, 0) == 0) {
    for (int i = 0; i < 60000; ++i) usleep(1000);
    _exit(0);
  }
  return create(the_case, launch, s);
}

/* Starts a process that starts the next one and ends, and so on.
 * Guard: it is stopped at some time, or found to run; the harness does not wait for ever. */
PLUGIN(forks_for_ever) {
  static int started;
  if (!started++ && fork() == 0) {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 200000; ++i)
      if (fork() > 0) _exit(0);
    _exit(0);
  }
  return create(the_case, launch, s);
}

BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .create = CHOSEN);
