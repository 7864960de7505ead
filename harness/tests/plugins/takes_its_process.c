/* Takes signals, the rounding mode and the processor for itself.
 * Guard: none of it leaves its process or the library. */
#define _GNU_SOURCE
#include <fenv.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include "bad_plugin.h"

static void nothing(int signal) { (void)signal; }

static ladder_status take(const void *c, const ladder_launch *launch, ladder_state **s) {
  const int signals[] = {SIGALRM, SIGCHLD, SIGTERM, SIGINT, SIGCONT, SIGTSTP, SIGPIPE};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) signal(signals[i], nothing);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
  setenv("LADDER_HOME", "/nowhere", 1);
  fesetround(FE_UPWARD);
  return create(c, launch, s);
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .create = take);
