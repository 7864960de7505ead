// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
/* Several time steps in one pass through memory.
 *
 * Changes: each thread does a time step of its own, all in the same block of columns: while one
 *   does step n at some planes, the next does step n + 1 a little behind it, where the caches still
 *   hold what was written (wavefront along y, Wellein et al. 2009; blocks along x that lean back by
 *   M cells a step).
 * Order: block b holds columns b B - s S to (b+1) B - s S at step s of a pass, S = M filled up to
 *   whole tiles, so what step s + 1 reads to the right of a block step s has computed in it, and
 *   what it reads to the left in the block before. A block goes along y in slabs of 4 planes. Step
 *   s + 1 at slab j reads p(n+1) up to M planes further and overwrites p(n), which step s reads up
 *   to M planes further too: so it waits until step s is done with slab j + ceil(M / 4). `done`
 *   counts the slabs of each step over all blocks.
 * Longer than a slide: the order of blocks, steps and threads is the idea, and all of it is new.
 * Why: from a few cores on, a step takes as long as its 16 bytes a point take from memory. Here
 *   they are fetched once for `steps` steps.
 * Expected: 1.5 to 2 times c-blocked on a volume beyond the caches, where the memory's speed is
 *   what a step takes; nothing within them
 * Launch: `threads`; `steps` of a pass, a multiple of the threads; `columns` of a block.
 * Work per point: 16 bytes a pass, 2 operations a tap and 6 more.
 * Run: ladder --case=salt3d --stage=c-wavefront --columns=32 */
#include <stdatomic.h>

#include "c_port/wave3d/loop_3d.h"

enum { MOST_STEPS = 64, SLAB = TILE };

/* What a pass is divided into, and how far its steps are: slabs that are done, a cache line
 * each. */
struct pass {
  int steps, blocks, slabs, lean, block;
  struct {
    _Alignas(64) atomic_int slabs;
  } done[MOST_STEPS];
};

enum { knob_steps = knob_threads + 1, knob_columns };

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  ladder_launch asked = *launch;
  const int cores = allowed_cores();
  if (!asked.knob[knob_threads][0])
    asked.knob[knob_threads][0] = cores < MOST_STEPS ? cores : MOST_STEPS;
  const ladder_status status = prepare_threads(&asked, state);
  if (status != LADDER_OK) return status;
  state->copies = state->threads;
  const int steps = launch->knob[knob_steps][0] ? launch->knob[knob_steps][0] : state->threads;
  if (steps % state->threads) return fail(LADDER_REFUSED, "steps must be a multiple of threads");
  if (launch->knob[knob_columns][0] % TILE)
    return fail(LADDER_REFUSED, "columns must be a multiple of 4");
  state->used.knob[knob_steps][0] = steps;
  state->used.knob[knob_columns][0] = launch->knob[knob_columns][0];
  return LADDER_OK;
}

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

/* Slab `at` of step s of the pass, counted over all blocks. */
static void slab(const struct volume *w, const struct pass *pass, int s, int at) {
  struct part part = whole_step(w, w->step + s);
  const int begin = at / pass->slabs * pass->block - s * pass->lean;
  part.x = larger(begin, 0);
  part.x_end = smaller(begin + pass->block, w->the_case->nx);
  part.y = at % pass->slabs * SLAB;
  part.y_end = smaller(part.y + SLAB, w->the_case->ny);
  if (part.x < part.x_end) ladder_wave3d_update(w, &part);
}

/* How many slabs of the step before must be done before slab `at` may be. */
static int needed(const struct volume *w, const struct pass *pass, int at) {
  const int in_block = at % pass->slabs;
  const int ahead = smaller(in_block + 1 + (w->m + SLAB - 1) / SLAB, pass->slabs);
  return at - in_block + ahead;
}

/* Thread k of n does the steps k, k + n, ... of the pass, the earlier ones ahead. */
static void do_own_steps(const struct volume *w, struct pass *pass, int k, int n) {
  const int all = pass->blocks * pass->slabs;
  int at[MOST_STEPS] = {0};
  for (int left = (pass->steps - k + n - 1) / n, idle = 0; left > 0;) {
    /* Who has waited long gives the core away: the one that is waited for may need it. */
    if (++idle > 1000) sched_yield();
    for (int s = k; s < pass->steps; s += n) {
      if (at[s] == all) continue;
      if (s > 0 && atomic_load_explicit(&pass->done[s - 1].slabs, memory_order_acquire) <
                       needed(w, pass, at[s]))
        continue;
      slab(w, pass, s, at[s]);
      atomic_store_explicit(&pass->done[s].slabs, ++at[s], memory_order_release);
      idle = 0;
      if (at[s] == all) --left;
    }
  }
}

/* Blocks go on until the last step's, which leans back most, reaches the end of x. */
static void begin_pass(const struct ladder_state *state, struct pass *pass, int steps) {
  const struct volume *const w = &state->volume;
  pass->steps = steps;
  pass->block = state->used.knob[knob_columns][0];
  pass->lean = up_to(TILE, w->m);
  pass->slabs = (w->the_case->ny + SLAB - 1) / SLAB;
  pass->blocks = (w->the_case->nx + (steps - 1) * pass->lean + pass->block - 1) / pass->block;
  for (int s = 0; s < MOST_STEPS; ++s) atomic_init(&pass->done[s].slabs, 0);
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct volume *const w = &state->volume;
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  struct pass pass;
#pragma omp parallel num_threads(state->threads)
  {
    const int k = omp_get_thread_num(), n = omp_get_num_threads();
    take_core(&allowed, k);
    set_float_mode(mode);
    for (int left = count; left > 0; left -= state->used.knob[knob_steps][0]) {
      const int steps = smaller(left, state->used.knob[knob_steps][0]);
#pragma omp single
      begin_pass(state, &pass, steps);
      do_own_steps(w, &pass, k, n);
#pragma omp barrier
#pragma omp single
      {
        w->step += steps;
        w->fresh = 0;
      }
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  return LADDER_OK;
}

static const ladder_knob knobs[] = {
    THREADS_KNOB(1024),
    LADDER_KNOB(steps, "time steps of a pass; one a thread unless given", NULL, 1, {0}, {1},
                {MOST_STEPS}),
    LADDER_KNOB(columns, "of a block, a multiple of 4", NULL, 1, {32}, {TILE}, {1 << 20})};

LADDER_STAGE = {
    LOOP_ENTRIES, .parent = "c-blocked",
    .change = "several time steps in one pass through memory: a step a thread, behind each other",
    .expectation = LADDER_EXPECTATION, LADDER_KNOBS(knobs)};
