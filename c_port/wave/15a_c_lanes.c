// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: lanes_by_8.c lanes_by_16.c
/* All cores, with lanes that are far apart.
 *
 * Changes: z is cut into as many segments as a vector has lanes, and a vector has the cells at one
 *   distance from their begins (dimension-lifted transposition; Henretty et al. 2011). So the
 *   neighbours along z are whole vectors at aligned addresses, which 4 rows of registers share, as
 *   they share those along x. The taper is in factors made beforehand.
 * Why: c-omp loads 16 vectors along z for each that it stores. Nearly all of these loads cross a
 *   cache line, which takes the place of two: they take as long as all its arithmetic. Here each of
 *   4 by 4 vectors needs 10 loads along both axes, and none crosses.
 * Expected: 1.5 times c-omp at half-length 8: 37 operations a vector instead of 39, and no loads
 *   that wait for a second line
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core.
 * Work per point: 16 bytes a step if every value crosses once, 2 operations a tap and 4 more.
 * Run: ladder --stage=c-lanes --threads=2 */
#include "c_port/shared/threads.h"
#include "c_port/wave/lanes_step.h"
#define LANES_APART longest_vectors()
#include "c_port/wave/loop_c.h"

enum { knob_threads };

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  state->threads = threads_for(launch->knob[knob_threads][0]);
  if (!state->threads) return fail(LADDER_REFUSED, TOO_MANY_THREADS);
  state->used.knob[knob_threads][0] = state->threads;
  why = "the host has no memory left";
  return prepare_lanes(&state->columns, state->threads);
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct columns *const w = &state->columns;
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(state->threads)
  {
    const int k = omp_get_thread_num(), n = omp_get_num_threads();
    const long groups = groups_of_grid(w);
    struct columns own = *w;
    take_core(&allowed, k);
    set_float_mode(mode);
    for (int s = 0; s < count; ++s, own.fresh = 0) {
      update_groups(&own, w->step + s, (int)(groups * k / n), (int)(groups * (k + 1) / n), k);
#pragma omp barrier
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  w->step += count;
  w->fresh = 0;
  return LADDER_OK;
}

static const ladder_knob knobs[] = {THREADS_KNOB(1024)};

LADDER_STAGE = {
    LADDER_WAVE_FRAME,
    .parent = "c-omp",
    .change =
        "lanes of a vector are far apart along z: neighbours are whole vectors, no load crosses a "
        "cache line",
    .expectation = LADDER_EXPECTATION,
    LADDER_KNOBS(knobs),
    .bytes_per_point = 16,
    .operations_per_point = 4,
    .operations_per_tap = 2,
    LOOP_ENTRIES};
