/* The state of stages on the host that divide their work among a team of threads, each on a core of
 * its own and in the caller's mode of floating point, and those entries of the contract that every
 * problem has. No maths here. Where the including file has defined REFUSAL(the_case): why the case
 * is refused, or NULL. */
#include "c_port/shared/threads.h"

struct ladder_state {
  const void *the_case; /* of the problem's own type */
  cpu_set_t allowed;    /* before this state pinned anything */
  ladder_launch used;
  unsigned mode; /* of floating point, as the threads have it */
  int threads, prepared;
};

#include "c_port/shared/host_frame.h"

enum { knob_threads };

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
#ifdef REFUSAL
  if (REFUSAL(the_case)) return fail(LADDER_REFUSED, REFUSAL(the_case));
#endif
  const int threads = threads_for(launch->knob[knob_threads][0]);
  if (!threads) return fail(LADDER_REFUSED, TOO_MANY_THREADS);
  ladder_state *made = calloc(1, sizeof *made);
  if (!made) return no_memory();
  made->the_case = the_case;
  made->threads = threads;
  made->used.knob[knob_threads][0] = threads;
  sched_getaffinity(0, sizeof made->allowed, &made->allowed);
  *state = made;
  return LADDER_OK;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  if (state->prepared) sched_setaffinity(0, sizeof state->allowed, &state->allowed);
  free(state);
}

/* The team of threads outlives a step, so its cores and its mode of floating point are set once,
 * and again only where the caller's mode is another. Says how many threads there really are. */
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

/* Before each call that computes: whether all threads are there. */
static ladder_status all_threads(ladder_state *state) {
  if (prepare(state) == state->threads) return LADDER_OK;
  return fail(
      LADDER_FAILED,
      "OpenMP gave fewer threads than were asked for: look at OMP_THREAD_LIMIT and OMP_DYNAMIC");
}

static const ladder_knob knobs[] = {THREADS_KNOB(1024)};

#define TEAM_ENTRIES LADDER_KNOBS(knobs), .create = create, HOST_FRAME
