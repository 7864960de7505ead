// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: lanes_by_8.c lanes_by_16.c
/* All cores, which wait for their neighbours instead of for all.
 *
 * Changes: no barrier. A thread does the columns at both ends of its slab first, then informs its
 *   two neighbours so, then does the rest.
 * Order: the ends are as wide as the operator reaches. Step n of them reads p(n) of the neighbours'
 *   ends and leaves p(n-1) there unread, so both may be one step apart: before the ends of step n
 *   the neighbours must have done those of step n - 1.
 * Why: in c-lanes a step of the thesis case takes 50 us, and every thread waits for the slowest of
 *   all. What was sent before the rest of a step is long known when the next begins: who is late
 *   delays nobody at once.
 * Expected: a tenth less time than c-lanes on the thesis case, more where other programs run on the
 *   same cores
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core. Fewer
 *   work where a slab would be narrower than the operator reaches.
 * Work per point: as c-lanes.
 * Run: ladder --stage=c-neighbours --threads=2 */
#include <stdatomic.h>

#include "c_port/shared/threads.h"
#include "c_port/wave/lanes_step.h"
#define LANES_APART longest_vectors()
#include "c_port/wave/loop_c.h"

enum { MOST_THREADS = 1024 };

/* Each in lines of its own, as two threads read what one writes. */
struct progress {
  _Alignas(256) atomic_int ends; /* steps of which the ends of the slab are done */
};

enum { knob_threads };

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  state->threads = launch->knob[knob_threads][0]    ? launch->knob[knob_threads][0]
                   : allowed_cores() < MOST_THREADS ? allowed_cores()
                                                    : MOST_THREADS;
  if (state->threads > allowed_cores()) return fail(LADDER_REFUSED, TOO_MANY_THREADS);
  state->used.knob[knob_threads][0] = state->threads;
  why = "the host has no memory left";
  return prepare_lanes(&state->columns, state->threads);
}

static void wait_for(struct progress *other, int steps) {
  /* Who has waited long gives the core away: the one that is waited for may need it. */
  for (int idle = 0; atomic_load_explicit(&other->ends, memory_order_acquire) < steps;)
    if (++idle > 10000) sched_yield();
}

/* All steps of slab k of n. */
static void do_slab(const struct columns *w, int count, int k, int n, int reach,
                    struct progress *progress) {
  const long groups = groups_of_grid(w);
  const int begin = (int)(groups * k / n), end = (int)(groups * (k + 1) / n),
            low = begin + reach < end ? begin + reach : end,
            high = end - reach > low ? end - reach : low;
  struct columns own = *w;
  for (int s = 0; s < count; ++s, own.fresh = 0) {
    if (k > 0) wait_for(&progress[k - 1], s);
    if (k < n - 1) wait_for(&progress[k + 1], s);
    update_groups(&own, w->step + s, begin, low, k);
    update_groups(&own, w->step + s, high, end, k);
    atomic_store_explicit(&progress[k].ends, s + 1, memory_order_release);
    update_groups(&own, w->step + s, low, high, k);
  }
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct columns *const w = &state->columns;
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  const int reach = w->problem->ny > 1 ? w->m * groups_of_row(w) : (w->m + ABREAST - 1) / ABREAST,
            most = groups_of_grid(w) / reach > 1 ? groups_of_grid(w) / reach : 1,
            slabs = state->threads < most ? state->threads : most;
  struct progress progress[MOST_THREADS];
  for (int k = 0; k < slabs; ++k) atomic_init(&progress[k].ends, 0);
#pragma omp parallel num_threads(slabs)
  {
    const int k = omp_get_thread_num();
    take_core(&allowed, k);
    set_float_mode(mode);
    do_slab(w, count, k, omp_get_num_threads(), reach, progress);
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  w->step += count;
  w->fresh = 0;
  return LADDER_OK;
}

static const ladder_knob knobs[] = {THREADS_KNOB(MOST_THREADS)};

LADDER_STAGE = {
    LADDER_WAVE_FRAME,
    .parent = "c-lanes",
    .change =
        "a thread waits for its neighbours' ends of the step before, not for all at a barrier",
    .expectation = LADDER_EXPECTATION,
    LADDER_KNOBS(knobs),
    .bytes_per_point = 16,
    .operations_per_point = 4,
    .operations_per_tap = 2,
    LOOP_ENTRIES};
