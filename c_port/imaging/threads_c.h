/* The entries of the contract for stages on the host that divide their work among threads, around
 *   static void step_forward(const ladder_imaging *, int threads, const float *now, float *before);
 *   static void multiply_fields(const ladder_imaging *, int threads, const float *forward,
 *                               const float *backward, float *image, float *gather_x,
 *                               float *gather_z, float *illumination);
 * which the including file defines. Its team has `threads` threads, each on a core of its own and in the
 * caller's mode of floating point. No maths here. */
#include <stdlib.h>

#include "c_port/shared/threads.h"
#include "harness/problems/imaging/imaging.h"

struct ladder_state {
  const ladder_imaging *the_case;
  cpu_set_t allowed; /* before this state pinned anything */
  ladder_launch used;
  unsigned mode; /* of floating point, as the threads have it */
  int threads, prepared;
};

static void step_forward(const ladder_imaging *c, int threads, const float *now, float *before);
static void multiply_fields(const ladder_imaging *c, int threads, const float *forward,
                            const float *backward, float *image, float *gather_x, float *gather_z,
                            float *illumination);

static const char *why = "nothing failed";

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
  const int threads = launch->knob[0][0] ? launch->knob[0][0] : allowed_cores();
  if (threads > allowed_cores()) {
    why = "more threads than cores that this process may use: they would wait for each other";
    return LADDER_REFUSED;
  }
  ladder_state *made = calloc(1, sizeof *made);
  if (!made) {
    why = "the host has no memory left";
    return LADDER_OUT_OF_MEMORY;
  }
  made->the_case = the_case;
  made->threads = threads;
  made->used.knob[0][0] = threads;
  sched_getaffinity(0, sizeof made->allowed, &made->allowed);
  *state = made;
  return LADDER_OK;
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = state->used;
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return why;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  if (state->prepared) sched_setaffinity(0, sizeof state->allowed, &state->allowed);
  free(state);
}

/* The team of threads outlives a step, so its cores and its mode of floating point are set once, and
 * again only where the caller's mode is another. Says how many threads there really are. */
static int prepare(ladder_state *state) {
  const unsigned mode = float_mode();
  if (state->prepared && state->mode == mode) return state->threads;
  int there = 0;
#pragma omp parallel num_threads(state->threads) reduction(+ : there)
  {
    take_core(&state->allowed, omp_get_thread_num());
    set_float_mode(mode);
    there = 1;
  }
  state->mode = mode;
  state->prepared = 1;
  return there;
}

static ladder_status all_threads(ladder_state *state) {
  if (prepare(state) == state->threads) return LADDER_OK;
  why = "OpenMP gave fewer threads than were asked for: look at OMP_THREAD_LIMIT and OMP_DYNAMIC";
  return LADDER_FAILED;
}

static ladder_status step(ladder_state *state, const float *now, float *before) {
  const ladder_status status = all_threads(state);
  if (status == LADDER_OK) step_forward(state->the_case, state->threads, now, before);
  return status;
}

static ladder_status add_image(ladder_state *state, const float *forward, const float *backward,
                               float *image, float *gather_x, float *gather_z,
                               float *illumination) {
  const ladder_status status = all_threads(state);
  if (status == LADDER_OK)
    multiply_fields(state->the_case, state->threads, forward, backward, image, gather_x, gather_z,
                    illumination);
  return status;
}

static const ladder_knob knobs[] = {{.name = "threads",
                                     .unit = "threads, each on a core; all cores unless given",
                                     .values = 1,
                                     .preset = {0},
                                     .least = {1},
                                     .most = {1024}}};

static const ladder_imaging_entries entries = {.step = step, .add_image = add_image};

#define THREADS_ENTRIES                                                    \
  .knobs = 1, .knob = knobs, .create = create, .launch_used = launch_used, \
  .last_error = last_error, .destroy = destroy, .entries = &entries
