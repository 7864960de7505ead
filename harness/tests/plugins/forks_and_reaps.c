/* Says that it takes one thread, and has four more processes compute, which have ended when its
 * call returns.
 * Guard: the processor time of a plug-in is that of all its processes, also of those that have
 * ended. */
#define _GNU_SOURCE
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "loop_plugin.h"

/* A child that takes so much processor time, and ends. */
static pid_t burn(double seconds) {
  const pid_t child = fork();
  if (child != 0) return child;
  struct timespec used;
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  while ((double)used.tv_sec + 1e-9 * (double)used.tv_nsec < seconds);
  _exit(0);
}
static ladder_status with_helpers(ladder_state *s, int32_t count) {
  pid_t helper[4] = {0};
  for (int i = 0; count >= A_LONG_RUN && i < 4; ++i) helper[i] = burn(0.3);
  advance(s, count);
  for (int i = 0; i < 4; ++i)
    if (helper[i] > 0) waitpid(helper[i], NULL, 0);
  return LADDER_OK;
}
BAD_LOOP(upload, with_helpers, download, KNOB("threads", "threads", 1, 64));
