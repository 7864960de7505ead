/* Threads for the stages on the host: as many as were asked for, each on a core of its own. A stage
 * that includes this has -D_GNU_SOURCE among its flags, for the affinity of threads. */
#ifndef LADDER_THREADS_H
#define LADDER_THREADS_H

#include <omp.h>
#include <sched.h>

#include "c_port/shared/float_mode.h"
#include "harness/stage.h"

/* The row of the knob `threads` of a stage that takes so many at most. */
#define THREADS_KNOB(its_most)                                                               \
  LADDER_KNOB(threads, "threads, each on a core; all cores unless given", NULL, 1, {0}, {1}, \
              {its_most})

/* Cores that this process may use. Asked of OpenMP: where OMP_PROC_BIND is set, it has bound the
 * thread that asks to one core before the program began. */
static inline int allowed_cores(void) { return omp_get_num_procs(); }

/* As many threads as were asked for, or all cores; 0: that is more than there are cores. */
static inline int threads_for(int asked) {
  const int cores = allowed_cores();
  return asked > cores ? 0 : asked ? asked : cores;
}
#define TOO_MANY_THREADS \
  "more threads than cores that this process may use: they would wait for each other"

/* Puts the calling thread, number `thread` of its team, on the core of that number among `allowed`;
 * it stays where it is if there are fewer, which is where OMP_PROC_BIND put it. */
static inline void take_core(const cpu_set_t *allowed, int thread) {
  int left = thread;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, allowed) && left-- == 0) {
      cpu_set_t own;
      CPU_ZERO(&own);
      CPU_SET(core, &own);
      sched_setaffinity(0, sizeof own, &own);
      return;
    }
}

#endif
