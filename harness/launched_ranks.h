/* How many ranks a launcher started, this process being one of them; 1 without a launcher. C99
 * and C++. */
#ifndef LADDER_LAUNCHED_RANKS_H
#define LADDER_LAUNCHED_RANKS_H

#include <stdlib.h>

/* Open MPI's mpirun and mpirun of others set the first two; srun sets the third and PMIX_RANK or
 * PMI_RANK. */
static inline int ladder_launched_ranks(void) {
  const char *count = getenv("OMPI_COMM_WORLD_SIZE");
  if (!count) count = getenv("PMI_SIZE");
  if (!count && (getenv("PMIX_RANK") || getenv("PMI_RANK"))) count = getenv("SLURM_NTASKS");
  return count ? atoi(count) : 1;
}

#endif
