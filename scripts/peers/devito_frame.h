/* What the stages share that run code which Devito generated: arrays as that code takes them, its
 * threads, and one entry of the contract. Included behind the generated code, which defines struct
 * dataobj. */
#ifndef LADDER_DEVITO_FRAME_H
#define LADDER_DEVITO_FRAME_H

#include <stdlib.h>
#include <string.h>

#include "c_port/shared/threads.h"
#include "harness/stage.h"

struct array {
  struct dataobj object;
  int size[4];
};

/* Zeros; NULL where there is no memory. */
static float *make(struct array *a, int n0, int n1, int n2, int n3) {
  const size_t bytes =
      ((size_t)n0 * (size_t)n1 * (size_t)n2 * (size_t)n3 * sizeof(float) + 64) / 64 * 64;
  a->size[0] = n0;
  a->size[1] = n1;
  a->size[2] = n2;
  a->size[3] = n3;
  a->object.size = a->size;
  a->object.data = aligned_alloc(64, bytes);
  if (a->object.data) memset(a->object.data, 0, bytes);
  return a->object.data;
}

static const char *why = "nothing failed";

/* The knob `threads`, or 0 where there are fewer cores. */
static int threads_of(const ladder_launch *launch) {
  const int threads = launch->knob[0][0] ? launch->knob[0][0] : allowed_cores();
  return threads <= allowed_cores() ? threads : 0;
}

/* Puts each thread of a team on a core of its own, in the caller's mode of floating point. Returns
 * the cores that the caller had, which it takes back with sched_setaffinity. */
static cpu_set_t pin_team(int threads) {
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  const unsigned mode = float_mode();
#pragma omp parallel num_threads(threads)
  {
    take_core(&allowed, omp_get_thread_num());
    set_float_mode(mode);
  }
  return allowed;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return why;
}

#define DEVITO_ENTRIES                                                                    \
  .abi_version = LADDER_ABI_VERSION, .name = "devito", .parent = "c-omp",                 \
  .knob = knobs, .owns_time_loop = 1, .create = create, .launch_used = launch_used,       \
  .last_error = last_error, .destroy = destroy, .entries = &entries

#endif
