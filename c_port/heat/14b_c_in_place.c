// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
/* All cores, each with one field in its own cache instead of two.
 *
 * Changes: a thread keeps its slab in place: T(n+1) of two planes takes the place that T(n) of the
 *   two planes before had, which nobody needs by then but for a line, which is kept aside. Only the
 *   slab's first and last plane lie in two buffers, for the neighbours, who may be a step ahead or
 *   behind. Lines are cut into 16 pieces, one for each lane, so neighbours along z are whole
 *   vectors.
 * Order: step n + 1 of all planes of a block of four lines, then of the next block along x. A pass
 *   of several steps makes step n + 2 `lag` blocks behind step n + 1, and so on. Before a block the
 *   neighbours must have done the step before of it, in their end planes. With two `halves` along x
 *   slabs have twice the planes and half the lines, so less of them is next to others.
 * Longer than a slide: layout, loop and waiting are all new.
 * Why: at 128^3 two fields and their rims are 2.25 MB of a core with two threads, more than its
 *   second-level cache has, so every step of c-skewed comes from the shared cache; and half of its
 *   time on 16 cores is spent waiting for stairs. In place it is 1.2 MB. Of a vector of 16 cells
 *   arithmetic takes 3.5 clocks, 4.5 aligned loads 2.3, and 2.5 to 3.5 lines of the cache between
 *   the two levels 4 to 6.
 * Expected: 45 us a step at 128^3 on 16 cores of which two share their units, where c-temporal
 *   takes 84; 1.3 times c-skewed on 4
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; `steps`
 *   of a pass, one where the second-level cache can hold the slab unless it is given; `lag`, blocks
 *   between the steps of a pass; `halves` along x, two where a thread's slab then has clearly less
 *   lines next to others unless it is given, one where threads are odd in number.
 * Work per point: 8 bytes a step in the model of the other stages; 8 operations.
 * Run: ladder --case=heat-128 --stage=c-in-place,c-skewed */
#include "c_port/heat/in_place_fields.h"

/* T(step) of a block of all planes of a slab. */
struct column {
  const ladder_state *w;
  float *first, *last;
  struct places inner;
  long planes;
};

static struct column column_of(const ladder_state *w, const struct slab *slab, long block,
                               long step) {
  return (struct column){w, end_of(w, slab, 0, block, step), end_of(w, slab, 1, block, step),
                         places_at(w, slab, block, step), planes_of(slab)};
}

static float *plane_of(const struct column *column, long plane) {
  return plane == 0                    ? column->first
         : plane == column->planes - 1 ? column->last
                                       : place_of(column->w, &column->inner, plane - 1);
}

/* The field's outermost lines along x stay. They were computed with the others of their block. */
static void put_back(const ladder_state *w, long line, const float *now, float *next) {
  const int lanes = w->code.lanes;
  for (long i = 0; i < w->vectors; ++i) {
    const long at = lanes * (BRICK_LINES * i + line);
    if (lanes == LONGEST_VECTOR)
      memcpy(next + at, now + at, LONGEST_VECTOR * sizeof *now);
    else
      memcpy(next + at, now + at, LONGEST_VECTOR / 2 * sizeof *now);
  }
}

/* The last cell along z, where it is not the last lane of the last vector. */
static void put_back_last(const ladder_state *w, const float *now, float *next) {
  const long last = w->the_case->nz - 1;
  for (long line = 0; line < BRICK_LINES; ++line) {
    const long at = w->code.lanes * (BRICK_LINES * (last % w->vectors) + line) + last / w->vectors;
    next[at] = now[at];
  }
}

/* T(step) of all planes of a block, from T(step - 1); `aside`: the line before it of each plane. */
static void do_block(const ladder_state *w, const struct slab *slab, long block, long step,
                     float *aside) {
  const ladder_heat *const c = w->the_case;
  const long planes = planes_of(slab), last = block == w->blocks - 1,
             after = last ? block : block + 1, border = line_of(w, c->nx - 1);
  const struct column now = column_of(w, slab, block, step - 1),
                      right = column_of(w, slab, after, step - 1),
                      next = column_of(w, slab, block, step);
  const float *const before = end_of(w, slab - 1, 1, block, step - 1), *const behind =
                                                                           end_of(w, slab + 1, 0,
                                                                                  block, step - 1);
  const int whole = w->line == c->nz, second = slab >= w->slabs + w->count;
  for (long y = 0; y < planes; y += BRICK_PLANES) {
    const long two = y + 1 < planes;
    struct bricks at;
    for (long j = 0; j <= two; ++j) {
      at.now[j] = plane_of(&now, y + j);
      at.right[j] =
          last && slab->other ? edge_of(w, slab->other, y + j, step - 1) : plane_of(&right, y + j);
      at.aside[j] = aside + w->line * (y + j);
      at.next[j] = plane_of(&next, y + j);
    }
    at.below = y > 0 ? plane_of(&now, y - 1) : before;
    at.above = y + two + 1 < planes ? plane_of(&now, y + two + 1) : behind;
    (two ? w->code.two_planes : w->code.one_plane)(&at, w->vectors, c->factor, whole);
    for (long j = 0; j <= two; ++j) {
      if (!whole) put_back_last(w, at.now[j], at.next[j]);
      if (block == 0 && !second) put_back(w, 0, at.now[j], at.next[j]);
      if (block == border / BRICK_LINES && (second || !slab->other))
        put_back(w, border % BRICK_LINES, at.now[j], at.next[j]);
      if (last && slab->other) copy_edge(w, at.next[j], edge_of(w, slab, y + j, step));
    }
  }
}

/* Who waits is ahead, and asks rarely: who is asked while it writes loses time. */
static void rest(void) {
#ifdef __x86_64__
  for (int k = 0; k < 8; ++k) __builtin_ia32_pause();
#endif
}

/* Until a neighbour has done so many blocks. `seen`: what it had when it was last asked. */
static void wait_for(const struct slab *other, long blocks, long *seen) {
  /* Who has waited long gives the core away: the one that is waited for may need it. */
  for (int idle = 0; *seen < blocks; ++idle) {
    *seen = atomic_load_explicit(&other->blocks, memory_order_acquire);
    if (*seen >= blocks) return;
    rest();
    if (idle > 250) sched_yield();
  }
}

/* That are announced together, for the same reason. */
enum { BLOCKS_AT_ONCE = 4 };

/* All steps of slab k of a half. The field's outermost planes are always done. */
static void do_slab(const ladder_state *w, struct slab *slab, long k, long count) {
  const long always = LONG_MAX;
  long seen[3] = {k == 1 ? always : 0, k == w->count - 2 ? always : 0, slab->other ? 0 : always},
       done = 0;
  for (long first = 0; first < count; first += w->steps) {
    const long steps = smaller(count - first, w->steps), last = w->blocks + w->lag * (steps - 1),
               apart = steps > 1 ? w->lag : w->blocks, together = steps > 1 ? 1 : BLOCKS_AT_ONCE;
    for (long at = 0; at < last; ++at) {
      wait_for(slab - 1, done + 1 - apart, &seen[0]);
      wait_for(slab + 1, done + 1 - apart, &seen[1]);
      wait_for(slab->other, done + 1 - apart, &seen[2]);
      for (long s = 0; s < steps; ++s) {
        const long block = at - w->lag * s;
        if (block >= 0 && block < w->blocks)
          do_block(w, slab, block, w->step + first + s + 1,
                   slab->aside + w->line * planes_of(slab) * s);
      }
      done += 1;
      if (done % together == 0 || at == last - 1)
        atomic_store_explicit(&slab->blocks, done, memory_order_release);
    }
  }
}

static ladder_status advance(ladder_state *state, int32_t count) {
  const ladder_heat *const c = state->the_case;
  if (c->nz < 3 || c->nx < 3 || c->ny < 3) return LADDER_OK; /* all cells are outermost */
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  for (long k = 0; k < state->halves * state->count; ++k) atomic_init(&state->slabs[k].blocks, 0);
#pragma omp parallel num_threads(state->halves *((int)state->count - 2))
  {
    const int k = omp_get_thread_num();
    take_core(&allowed, k);
    set_float_mode(mode);
    const long at = 1 + k / state->halves;
    do_slab(state, &state->slabs[at + state->count * (k % state->halves)], at, count);
  }
  state->step += count;
  sched_setaffinity(0, sizeof allowed, &allowed);
  return LADDER_OK;
}

static const ladder_heat_entries entries = {
    .upload = upload, .advance = advance, .download = download};

static const ladder_knob knobs[] = {
    THREADS_KNOB(1024),
    LADDER_KNOB(steps, "time steps of a pass; the stage chooses unless given", NULL, 1, {0}, {1},
                {64}),
    LADDER_KNOB(lag, "blocks of four lines between the steps of a pass", NULL, 1, {4}, {1}, {64}),
    LADDER_KNOB(halves,
                "of the field along x, if threads are even and lines enough; chosen unless given",
                NULL, 1, {0}, {1}, {2})};

LADDER_STAGE = {
    LADDER_HEAT_FRAME,
    .parent = "c-skewed",
    .change =
        "a thread keeps its slab in place in its own cache, and waits for its neighbours' step "
        "before alone",
    .expectation = LADDER_EXPECTATION,
    .owns_time_loop = 1,
    LADDER_KNOBS(knobs),
    LADDER_HEAT_WORK,
    .create = create,
    HOST_FRAME};
