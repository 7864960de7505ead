// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// language: C OpenMP
/* All cores.
 *
 * Changes: the columns of a step are divided among threads, each pinned to a core; a barrier a
 *   step.
 * Why: the comparison with a GPU is fair only against the whole processor.
 * Expected: as many times c-simd as there are cores, less a barrier of 1 us a step
 * Launch: `threads`, as many as there are cores unless it is given.
 * Run: ladder --stage=c-omp --threads=2 */
#include "c_port/shared/threads.h"
#include "c_port/wave/columns_step.h"
#include "c_port/wave/loop_c.h"

enum { knob_threads };

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  state->columns.vectors = longest_vectors();
  state->threads = threads_for(launch->knob[knob_threads][0]);
  state->used.knob[knob_threads][0] = state->threads;
  return state->threads ? LADDER_OK : fail(LADDER_REFUSED, TOO_MANY_THREADS);
}

static void part_of_step(const struct columns *w, int step, int fresh, int begin, int end) {
  struct columns own = *w;
  own.fresh = fresh;
  update_columns(&own, step, begin, end);
}

/* Where part k of n begins: at a multiple of the columns that are computed abreast. */
static int begin_of(int k, int n, int columns) {
  return k == n ? columns : (int)((long)columns * k / n / ABREAST * ABREAST);
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct columns *const w = &state->columns;
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(state->threads)
  {
    const int k = omp_get_thread_num(), n = omp_get_num_threads();
    const int begin = begin_of(k, n, w->count), end = begin_of(k + 1, n, w->count);
    take_core(&allowed, k);
    set_float_mode(mode);
    for (int s = 0; s < count; ++s) {
      part_of_step(w, w->step + s, w->fresh && s == 0, begin, end);
#pragma omp barrier
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  w->step += count;
  w->fresh = 0;
  return LADDER_OK;
}

static const ladder_knob knobs[] = {THREADS_KNOB(1024)};

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "c-simd",
                .change = "the columns are divided among threads, each pinned to a core",
                .expectation = LADDER_EXPECTATION,
                LADDER_KNOBS(knobs),
                LADDER_WAVE_LOOP_WORK,
                LOOP_ENTRIES};
