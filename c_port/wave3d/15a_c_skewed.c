// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
/* Several time steps in one pass through memory, in blocks that lean.
 *
 * Changes: each thread keeps planes of its own and does all steps of a pass in them, in blocks of
 *   columns that lean by M cells a step towards what is done, along x and y. A pass upwards follows
 *   a pass downwards, so the borders of the threads' planes go to and fro. A thread waits for one
 *   neighbour, which is seldom behind.
 * Order: S is M filled up to whole tiles. In a pass upwards step s = 1 .. of block b has the
 *   columns [b B - (s-1) S, (b+1) B - (s-1) S) of the planes [begin + s S, end + s S), 8 planes
 *   at a time, S planes behind step s - 1, and of these four columns after the others: rows that
 *   tiles share along y stay in the second-level cache. At its begin a thread leaves a stair of
 *   planes; the neighbour before it goes on with it at its own end, behind the thread.
 *   p(n+2) takes the place of p(n), which nobody needs by then. A pass downwards is the same with
 *   planes counted from the last.
 * Longer than a slide: c-wavefront's order of blocks goes and another one takes its place.
 * Why: in c-wavefront each step reads what another core has just written, and waits for it at every
 *   slab. Here a core has itself written all that it reads but a few planes, and the steps of a
 *   pass are not bound to the number of threads. The planes between its first and its last step
 *   must fit the shared cache, of three fields and for each thread: they do up to order 8.
 * Expected: 1.2 times c-wavefront at half-length 4 on a volume beyond the caches; nothing at 8,
 *   where the planes between the first and the last step outgrow the shared cache
 * Launch: `threads`; `steps` of a pass, as many as lean by 24 planes, or by two thirds of a
 *   thread's, unless it is given; `columns` of a block, 64, or 16 where that leaves threads without
 *   a block. Not c-wavefront's --columns=32: the planes in the cache have `columns` + 2 M columns,
 *   so a wider block carries less rim.
 * Run: ladder --case=salt3d --stage=c-skewed --columns=64 */
#include <stdatomic.h>

#include "c_port/wave3d/loop_3d.h"

enum { MOST_SLABS = 256, MOST_STEPS = 64 };
enum { CHOSEN_STAIR = 24 /* planes */, CHOSEN_COLUMNS = 64, FEW_COLUMNS = 16 };
enum { PLANES = 8 /* of a part of a step */ };

/* How far a thread is, as position_of() counts; a line of the cache each. */
struct progress {
  _Alignas(64) atomic_long position;
};

/* A pass as one thread sees it; planes are counted in the order of the sweep. The outermost
 * threads' planes do not lean at the grid's border. */
struct pass {
  int steps, first; /* `first` step of the case */
  int begin, end, begin_leans, end_leans;
  int down;
  long blocks_before; /* in earlier passes */
  struct progress *own;
  struct progress *ahead; /* the neighbour that begins at the end, if there is one */
};

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

static int planes_of(const ladder_state *state) { return up_to(TILE, state->volume.the_case->ny); }

/* A longer stair takes more of the shared cache than a pass saves of the memory. It leaves a third
 * of a thread's planes, else each waits for the neighbour's whole block. */
static int chosen_steps(const ladder_state *state) {
  const int lean = up_to(TILE, compiled_half_length(state->volume.the_case->half_length));
  const int own = planes_of(state) / state->threads;
  const int stair = smaller(CHOSEN_STAIR, state->threads > 1 ? 2 * own / 3 : own);
  return larger(1, stair / lean);
}

/* No fewer blocks than threads: each begins when its neighbour has done one. */
static int chosen_columns(const ladder_state *state) {
  return state->volume.the_case->nx / CHOSEN_COLUMNS < state->threads ? FEW_COLUMNS
                                                                      : CHOSEN_COLUMNS;
}

enum { knob_steps = knob_threads + 1, knob_columns };

static ladder_status prepare_skewed(const ladder_launch *launch, ladder_state *state) {
  const ladder_status status = prepare_threads(launch, state);
  if (status != LADDER_OK) return status;
  state->copies = state->threads;
  if (launch->knob[knob_columns][0] % TILE)
    return fail(LADDER_REFUSED, "columns must be a multiple of 4");
  state->used.knob[knob_steps][0] =
      launch->knob[knob_steps][0] ? launch->knob[knob_steps][0] : chosen_steps(state);
  state->used.knob[knob_columns][0] =
      launch->knob[knob_columns][0] ? launch->knob[knob_columns][0] : chosen_columns(state);
  return LADDER_OK;
}

static int steps_of(const ladder_state *state) { return state->used.knob[knob_steps][0]; }
static int columns_of(const ladder_state *state) { return state->used.knob[knob_columns][0]; }
static int lean_of(const ladder_state *state) { return up_to(TILE, state->volume.m); }
/* Until the last step's columns, which lean most, reach the end of x. */
static int blocks_of(const ladder_state *state) {
  const int all = state->volume.the_case->nx + (steps_of(state) - 1) * lean_of(state);
  return (all + columns_of(state) - 1) / columns_of(state);
}

/* Step s of a block, its planes from plane `at` of step 1 on, all planes of four columns after each
 * other. */
static void step_of_block(const ladder_state *state, const struct pass *pass, int block, int at,
                          int s) {
  const struct volume *const w = &state->volume;
  const int lean = lean_of(state), shift = (s - 1) * lean, ny = w->the_case->ny;
  const int y = larger(at - shift, pass->begin + pass->begin_leans * s * lean),
            y_end = smaller(at - shift + PLANES, pass->end + pass->end_leans * s * lean);
  struct part part = whole_step(w, pass->first + s - 1);
  const int x_end = smaller(part.x_end, (block + 1) * columns_of(state) - shift);
  part.y = pass->down ? planes_of(state) - y_end : y;
  part.y_end = smaller(ny, pass->down ? planes_of(state) - y : y_end);
  if (y >= y_end) return;
  for (part.x = larger(0, block * columns_of(state) - shift); part.x < x_end; part.x += TILE) {
    part.x_end = smaller(x_end, part.x + TILE);
    ladder_wave3d_update(w, &part);
  }
}

/* Blocks that are done, over all passes, then the planes of step 1 in the next one. */
static long position_of(long blocks, int planes) { return blocks * ((long)1 << 32) + planes; }

static void wait_for(struct progress *other, long position) {
  /* Who has waited long gives the core away: the one that is waited for may need it. */
  for (int idle = 0; atomic_load_explicit(&other->position, memory_order_acquire) < position;)
    if (++idle > 1000) sched_yield();
}

/* Step 1 reads beyond the end what was made in the pass before, which whoever has begun this one
 * has behind it. Step s > 1 reads there what the neighbour's step s - 1 has made in this pass, and
 * overwrites what that step has read: both up to S planes further, where the neighbour's step s - 1
 * is at the same plane of its step 1 as step s here. The neighbour began at the end, so it has been
 * there long before. */
static void do_pass(const ladder_state *state, const struct pass *pass) {
  const int lean = lean_of(state), blocks = blocks_of(state);
  const int last = pass->end + (pass->end_leans + 1) * pass->steps * lean;
  for (int block = 0; block < blocks; ++block) {
    const long before = pass->blocks_before + block;
    for (int at = pass->begin; at < last; at += PLANES) {
      if (pass->ahead && at + PLANES > pass->end - lean)
        wait_for(pass->ahead, position_of(before, at + PLANES));
      for (int s = 1; s <= pass->steps; ++s) step_of_block(state, pass, block, at, s);
      atomic_store_explicit(&pass->own->position, position_of(before, at + PLANES),
                            memory_order_release);
    }
    atomic_store_explicit(&pass->own->position, position_of(before + 1, 0), memory_order_release);
  }
}

/* First plane of slab k of n before a pass upwards; after it, it is higher by what the pass
 * leans. */
static int border(const ladder_state *state, int k, int n) {
  const int tiles = planes_of(state) / TILE, back = steps_of(state) * lean_of(state) / TILE / 2;
  return k == 0 ? 0 : k == n ? TILE * tiles : TILE * ((int)((long)tiles * k / n) - back);
}

static struct pass pass_of(const ladder_state *state, struct progress *begun, int number,
                           int before, int steps, int k, int n) {
  const int down = number % 2, has_before = down ? k < n - 1 : k > 0,
            has_ahead = down ? k > 0 : k < n - 1;
  const int low = border(state, k, n), high = border(state, k + 1, n), planes = planes_of(state),
            from_last = planes - steps_of(state) * lean_of(state);
  return (struct pass){.steps = steps,
                       .first = state->volume.step + before,
                       .begin = !has_before ? 0
                                : down      ? from_last - high
                                            : low,
                       .end = !has_ahead ? planes
                              : down     ? from_last - low
                                         : high,
                       .begin_leans = has_before,
                       .end_leans = has_ahead,
                       .down = down,
                       .blocks_before = (long)number * blocks_of(state),
                       .own = &begun[k],
                       .ahead = has_ahead ? &begun[down ? k - 1 : k + 1] : NULL};
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct volume *const w = &state->volume;
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  /* A thread's planes are no fewer than its stair has. */
  const int most = larger(1, planes_of(state) / (steps_of(state) * lean_of(state))),
            slabs = smaller(MOST_SLABS, smaller(state->threads, most));
  struct progress begun[MOST_SLABS];
  for (int k = 0; k < slabs; ++k) atomic_init(&begun[k].position, 0);
#pragma omp parallel num_threads(state->threads)
  {
    const int k = omp_get_thread_num();
    take_core(&allowed, k);
    set_float_mode(mode);
    for (int number = 0, done = 0; k < slabs && done < count; ++number, done += steps_of(state)) {
      const struct pass pass =
          pass_of(state, begun, number, done, smaller(count - done, steps_of(state)), k, slabs);
      do_pass(state, &pass);
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  w->step += count;
  w->fresh = 0;
  return LADDER_OK;
}

static const ladder_knob knobs[] = {
    THREADS_KNOB(1024),
    LADDER_KNOB(steps, "time steps of a pass; the stage chooses unless given", NULL, 1, {0}, {1},
                {MOST_STEPS}),
    LADDER_KNOB(columns,
                "of a block, a multiple of 4; the stage chooses "
                "unless given",
                NULL, 1, {0}, {TILE}, {1 << 20})};

#ifndef OF_PALETTE /* c-palette has a table of its own */
static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  return prepare_skewed(launch, state);
}

LADDER_STAGE = {
    LOOP_ENTRIES, .parent = "c-wavefront",
    .change =
        "all steps of a pass on one core, in blocks that lean; a thread waits for one neighbour",
    .expectation =
        "1.2 times c-wavefront at half-length 4 on a volume beyond the caches; nothing at 8, where "
        "the "
        "planes between the first and the last step outgrow the shared cache",
    LADDER_KNOBS(knobs)};
#endif
