/* The contract of stages of several ranks: how the others hear of what rank 0 does next. C99 and
 * C++; needs MPI. harness/bench/ranks/README.md explains how. */
#ifndef LADDER_SEVERAL_RANKS_H
#define LADDER_SEVERAL_RANKS_H

/* Without the bindings for C++, which are gone from the standard. */
#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include <mpi.h>
#include <sched.h>
#include <time.h>

/* Rank 0 sends these bytes to all, and the others wait for them. A broadcast of MPI's own keeps a
 * core busy for as long as rank 0 does something else; this one sleeps after a while. */
static inline void ladder_ranks_hear(void *words, int bytes) {
  MPI_Request request;
  int there = 0;
  MPI_Ibcast(words, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
  for (long tries = 0; !there; ++tries) {
    MPI_Test(&request, &there, MPI_STATUS_IGNORE);
    if (there) break;
    const struct timespec pause = {0, 500000};
    if (tries < 20000)
      sched_yield();
    else
      nanosleep(&pause, NULL);
  }
}

#define LADDER_RANKS_LONGEST_NAME 128

/* Rank 0 says which stage comes next. `symbol` is that of its table; "": nothing more comes. */
static inline void ladder_ranks_announce(const char *symbol) {
  char name[LADDER_RANKS_LONGEST_NAME] = {0};
  for (int i = 0; symbol[i] && i < LADDER_RANKS_LONGEST_NAME - 1; ++i) name[i] = symbol[i];
  ladder_ranks_hear(name, LADDER_RANKS_LONGEST_NAME);
}

#endif
