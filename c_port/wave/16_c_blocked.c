// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
/* Several steps in one pass through memory.
 *
 * Changes: while a thread does step n at some columns, the next does step n + 1 a little behind it,
 *   where the cache still holds what was just written (wavefront; Wellein et al. 2009).
 * Order: step n + 1 at column x reads p(n+1) up to x + M and overwrites p(n) of column x, which
 *   step n reads for columns up to x + M. So step n + 1 may compute x when step n is done with x +
 *   M, and with a part more that is computed at once. `done` counts the columns of each step; the
 *   thread of the next step waits for it. In a volume the distance is M planes.
 * Why: on a grid beyond the cache every step fetches p, p(n-1) and (v dt)^2 from memory and stores
 *   one field. Here they are fetched once for `steps` steps.
 * Expected: no change on the thesis case, which a cache holds; twice c-omp on a 3072 x 3072 grid
 * Launch: `threads`; `steps` of a pass, a multiple of the threads.
 * Work per point: 16 bytes a pass, 2 operations a tap and 6 more.
 * Run: ladder --stage=c-blocked --steps=4 */
#include <stdatomic.h>

#include "c_port/shared/threads.h"
#include "c_port/wave/columns_step.h"
#include "c_port/wave/loop_c.h"

enum { MOST_STEPS = 64, PART = 4 * ABREAST /* columns between two looks at the others */ };

enum { knob_threads, knob_steps };

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  state->columns.vectors = longest_vectors();
  const int cores = allowed_cores();
  state->threads = launch->knob[knob_threads][0] ? launch->knob[knob_threads][0]
                   : cores < MOST_STEPS          ? cores
                                                 : MOST_STEPS;
  const int steps = launch->knob[knob_steps][0] ? launch->knob[knob_steps][0] : 2 * state->threads;
  if (state->threads > cores) return fail(LADDER_REFUSED, TOO_MANY_THREADS);
  if (steps % state->threads || steps > MOST_STEPS)
    return fail(LADDER_REFUSED, "steps must be a multiple of threads, and 64 at most");
  state->used.knob[knob_threads][0] = state->threads;
  state->used.knob[knob_steps][0] = steps;
  return LADDER_OK;
}

static void part_of_step(const struct columns *w, int step, int fresh, int begin, int end) {
  struct columns own = *w;
  own.fresh = fresh;
  update_columns(&own, step, begin, end);
}

/* One pass: `steps` steps. Thread k of n does the steps k, k + n, ... of the pass, the earlier
 * ones ahead. */
static void pass(const struct columns *w, int steps, int k, int n, atomic_int *done) {
  const int distance = w->m * (w->problem->ny > 1 ? w->problem->nx : 1) + w->m;
  int at[MOST_STEPS] = {0};
  for (int left = (steps - k + n - 1) / n; left > 0;) {
    for (int s = k; s < steps; s += n) {
      if (at[s] == w->count) continue;
      const int end = at[s] + PART < w->count ? at[s] + PART : w->count;
      const int needed = end + distance < w->count ? end + distance : w->count;
      if (s > 0 && atomic_load_explicit(&done[s - 1], memory_order_acquire) < needed) continue;
      part_of_step(w, w->step + s, w->fresh && s == 0, at[s], end);
      at[s] = end;
      atomic_store_explicit(&done[s], end, memory_order_release);
      if (end == w->count) --left;
    }
  }
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct columns *const w = &state->columns;
  const unsigned mode = float_mode();
  const int steps = state->used.knob[knob_steps][0];
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  atomic_int done[MOST_STEPS];
#pragma omp parallel num_threads(state->threads)
  {
    const int k = omp_get_thread_num(), n = omp_get_num_threads();
    take_core(&allowed, k);
    set_float_mode(mode);
    for (int left = count; left > 0; left -= steps) {
      const int now = left < steps ? left : steps;
#pragma omp single
      for (int s = 0; s < MOST_STEPS; ++s) atomic_init(&done[s], 0);
      pass(w, now, k, n, done);
#pragma omp barrier
#pragma omp single
      {
        w->step += now;
        w->fresh = 0;
      }
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  return LADDER_OK;
}

static const ladder_knob knobs[] = {
    THREADS_KNOB(MOST_STEPS), LADDER_KNOB(steps, "time steps of a pass; two a thread unless given",
                                          NULL, 1, {0}, {1}, {MOST_STEPS})};

LADDER_STAGE = {
    LADDER_WAVE_FRAME,
    .parent = "c-omp",
    .change =
        "several time steps in one pass through memory: threads follow each other in a wavefront",
    .expectation = LADDER_EXPECTATION,
    LADDER_KNOBS(knobs),
    LADDER_WAVE_LOOP_WORK,
    LOOP_ENTRIES};
