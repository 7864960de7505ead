/* What stages of several ranks share apart from their maths: who there is, the orders of rank 0,
 * and one status for all. harness/ranks/README.md describes it. Without a launcher there is one
 * rank and MPI is never asked. */
#ifndef LADDER_RANKS_H
#define LADDER_RANKS_H

#include <stdio.h>
#include <string.h>

#include "c_port/shared/threads.h"
#include "harness/launched_ranks.h"
#include "harness/several_ranks.h"
#include "harness/stage.h"

enum call { CREATE, UPLOAD, ADVANCE, DOWNLOAD, DESTROY };

/* What rank 0 is asked to do, and the others do with it. */
struct order {
  enum call call;
  int32_t count;       /* of ADVANCE: steps; of UPLOAD: the step that the fields are of */
  unsigned float_mode; /* what the driver set on rank 0 */
  ladder_launch launch;
};

static inline int has_ranks(void) {
  int started = 0;
  MPI_Initialized(&started);
  return started;
}
static inline int rank_count(void) {
  int count = 1;
  if (has_ranks()) MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}
static inline int own_rank(void) {
  int rank = 0;
  if (has_ranks()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/* Of rank 0, at the beginning of each entry. The launch is needed for CREATE alone. */
static inline void give_order(enum call call, int32_t count, const ladder_launch *launch) {
  struct order order = {.call = call, .count = count, .float_mode = float_mode()};
  if (launch) order.launch = *launch;
  if (has_ranks()) ladder_ranks_hear(&order, sizeof order);
}
static inline struct order take_order(void) {
  struct order order;
  ladder_ranks_hear(&order, sizeof order);
  set_float_mode(order.float_mode);
  return order;
}

/* The worst status of all ranks, on all ranks; `why`, of `longest` bytes, becomes the words of the
 * first that has it. */
static inline ladder_status agree(ladder_status own, char *why, int longest) {
  if (!has_ranks()) return own;
  struct {
    int status, rank;
  } mine = {own, own_rank()}, worst;
  MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
  if (worst.status == LADDER_OK) return LADDER_OK;
  char words[300] = {0};
  snprintf(words, sizeof words, "rank %d: %.255s", worst.rank, why);
  MPI_Bcast(words, sizeof words, MPI_BYTE, worst.rank, MPI_COMM_WORLD);
  snprintf(why, (size_t)longest, "%s", words);
  return (ladder_status)worst.status;
}

/* The cores that this rank's threads may have. A launcher may have bound each rank of a machine to
 * cores of its own; where it has not, they are divided. */
struct own_cores {
  cpu_set_t cores;
  int count;
};
static inline struct own_cores own_cores(void) {
  struct own_cores own;
  sched_getaffinity(0, sizeof own.cores, &own.cores);
  own.count = has_ranks() ? CPU_COUNT(&own.cores) : allowed_cores();
  if (!has_ranks()) return own;
  MPI_Comm machine;
  cpu_set_t all;
  int ranks, rank, sum;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &ranks);
  MPI_Comm_rank(machine, &rank);
  MPI_Allreduce(&own.cores, &all, sizeof all, MPI_BYTE, MPI_BOR, machine);
  MPI_Allreduce(&own.count, &sum, 1, MPI_INT, MPI_SUM, machine);
  MPI_Comm_free(&machine);
  if (sum == CPU_COUNT(&all)) return own; /* bound, each to others */
  const int share = CPU_COUNT(&all) / ranks, cores = share > 0 ? share : 1;
  const int first = share > 0 ? rank * share : rank % CPU_COUNT(&all);
  int seen = 0;
  CPU_ZERO(&own.cores);
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &all)) {
      if (seen >= first && seen < first + cores) CPU_SET(core, &own.cores);
      ++seen;
    }
  own.count = cores;
  return own;
}

#define LADDER_TEXT_OF(name) #name
#define LADDER_TEXT(name) LADDER_TEXT_OF(name)
/* Calls the other ranks to this stage. Refuses where they cannot be reached. */
static inline ladder_status call_ranks(char *why, int longest) {
  if (has_ranks())
    ladder_ranks_announce(LADDER_TEXT(LADDER_STAGE_SYMBOL));
  else if (ladder_launched_ranks() > 1) {
    snprintf(why, (size_t)longest,
             "other ranks cannot be reached from a child process: leave --isolate out");
    return LADDER_REFUSED;
  }
  return LADDER_OK;
}

/* The knob `ranks`: how many along x and along y. */
#define RANKS_KNOB                                                                                \
  LADDER_KNOB(ranks, "ranks along x by ranks along y; all of them along y unless given", NULL, 2, \
              {0, 0}, {1, 1}, {65536, 65536})
static inline ladder_status choose_ranks(const int32_t *given, int32_t *used, char *why,
                                         int longest) {
  const int count = rank_count();
  used[0] = given[0] ? given[0] : 1;
  used[1] = given[0] ? given[1] : count;
  if ((long)used[0] * used[1] == count) return LADDER_OK;
  snprintf(why, (size_t)longest, "%dx%d ranks were asked for and %d were started: mpirun -n %ld",
           used[0], used[1], count, (long)used[0] * used[1]);
  return LADDER_REFUSED;
}

#endif
