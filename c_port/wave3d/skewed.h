/* The time loop of c-skewed, whose head explains it, for c-palette too. No maths here. */
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

static ladder_status prepare_skewed(const ladder_launch *launch, ladder_state *state) {
  const ladder_status status = prepare_threads(launch, state);
  if (status != LADDER_OK) return status;
  state->copies = state->threads;
  if (launch->knob[2][0] % TILE) {
    why = "columns must be a multiple of 4";
    return LADDER_REFUSED;
  }
  state->used.knob[1][0] = launch->knob[1][0] ? launch->knob[1][0] : chosen_steps(state);
  state->used.knob[2][0] = launch->knob[2][0] ? launch->knob[2][0] : chosen_columns(state);
  return LADDER_OK;
}

static int steps_of(const ladder_state *state) { return state->used.knob[1][0]; }
static int columns_of(const ladder_state *state) { return state->used.knob[2][0]; }
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

static const ladder_knob knobs[] = {THREADS_KNOB,
                                    {.name = "steps",
                                     .unit = "time steps of a pass; the stage chooses unless given",
                                     .values = 1,
                                     .preset = {0},
                                     .least = {1},
                                     .most = {MOST_STEPS}},
                                    {.name = "columns",
                                     .unit = "of a block, a multiple of 4; the stage chooses "
                                             "unless given",
                                     .values = 1,
                                     .preset = {0},
                                     .least = {TILE},
                                     .most = {1 << 20}}};
