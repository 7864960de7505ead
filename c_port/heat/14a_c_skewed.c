// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
/* All cores, blocked in space and time, in blocks that lean.
 *
 * Changes: each thread keeps a slab of planes; its blocks lean by one cell a step towards what is
 *   done, along x and y, so no cell is computed twice and nothing is kept in rings. A pass upwards
 *   follows a pass downwards, so the slabs' borders go to and fro. A thread waits for one neighbour
 *   in a pass, not for all.
 * Order: in a pass upwards step s of strip j has lines [strip j - s, strip (j + 1) - s) of planes
 *   [begin + s, end + s), two planes at a time, a plane behind step s - 1. At its begin the slab
 *   leaves a stair of planes, a step each. The neighbour before goes on with it at its own end,
 *   once `begun` says that the stair stands. T(n+2) takes the place of T(n), which nobody needs by
 *   then. A pass downwards is the same with planes counted from the last.
 * Longer than a slide: c-temporal's schedule of rings goes and another one takes its place.
 * Why: of c-temporal's 4 steps a sixth is rims at 128 cells an axis, and a pass ends at a barrier.
 *   Without rims strips can be so narrow that the first-level cache holds what a step leaves to the
 *   next, and passes so long that the memory hardly counts.
 * Expected: 1.5 times c-temporal at 128^3, where rims and barriers take a quarter and the
 *   second-level cache bounds the rest; 1.2 times at 512^3
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; `steps`
 *   of a pass, as many as the second-level cache can hold unless it is given, 16 at most; `strip`
 *   lines. Not c-temporal's --steps=4 with `strip` chosen: without rims passes may be longer and
 *   strips narrower.
 * Work per point: 8 bytes a step in the model of the other stages; here 16 a pass, and 8
 *   operations.
 * Run: ladder --case=heat-128 --stage=c-skewed --steps=8 */
#include <stdatomic.h>

#include "c_port/heat/skewed_fields.h"

/* Lines [0, lines) of planes [0, planes), at most two, from where `now` and `next` point to. */
static void step_block(const ladder_state *w, const float *now, float *next, long lines,
                       long planes, long plane) {
  const ladder_heat *const c = w->the_case;
  for (; planes == TILE_PLANES && lines >= TILE_LINES; lines -= TILE_LINES) {
    step_tile(w->tile, c->nz, c->factor, now, next, w->line, plane);
    now += TILE_LINES * w->line;
    next += TILE_LINES * w->line;
  }
  for (long j = 0; j < planes; ++j)
    for (long k = 0; k < lines; ++k) {
      const long at = w->line * k + plane * j;
      const float *const own = now + at;
      const struct line from = {own, own - w->line, own + w->line, own - plane, own + plane};
      step_line(c->nz, c->factor, &from, next + at);
    }
}

/* A pass as thread k of n sees it; planes are counted in the order of the sweep. Where
 * begin_leans, planes [begin + s, end + s) belong to step s; the outermost slabs do not lean at
 * the field's border. */
struct pass {
  long number, steps, first; /* `first`: step of the field, counted from the upload's place */
  long begin, end, begin_leans, end_leans, strips;
  int down;
  struct progress *own;
  const struct progress
      *ahead; /* the neighbour whose stair stands at this slab's end, if there is one */
};

/* Step s of a strip, its two planes before plane `at`. */
static void step_of_strip(const ladder_state *w, const struct pass *pass, long strip, long at,
                          long s) {
  const ladder_heat *const c = w->the_case;
  const long y = larger(at - s, pass->begin + pass->begin_leans * s),
             y_end = smaller(at - s + TILE_PLANES, pass->end + pass->end_leans * s),
             x = larger(1, 1 + w->strip * strip - s),
             x_end = smaller(c->nx - 1, 1 + w->strip * (strip + 1) - s);
  if (x >= x_end || y >= y_end) return;
  const long iy = pass->down ? c->ny - 1 - y : y;
  step_block(w, cell(w, pass->first + s - 1, x, iy), cell(w, pass->first + s, x, iy), x_end - x,
             y_end - y, pass->down ? -w->plane : w->plane);
}

static void wait_for(const struct progress *other, long strips) {
  /* Who has waited long gives the core away: the one that is waited for may need it. */
  for (int idle = 0; atomic_load_explicit(&other->strips, memory_order_acquire) < strips;)
    if (++idle > 1000) sched_yield();
}

/* Before a slab comes within two planes of its end the neighbour must have left its stair, and
 * the pass before. */
static void do_pass(const ladder_state *w, const struct pass *pass) {
  const long last = pass->end + (1 + pass->end_leans) * pass->steps;
  for (long strip = 0; strip < pass->strips; ++strip) {
    const long done = pass->strips * pass->number + strip + 1;
    int alone = pass->ahead != NULL, announced = 0;
    for (long at = pass->begin - TILE_PLANES; at < last; at += TILE_PLANES) {
      if (alone && at + TILE_PLANES >= pass->end - 2) {
        wait_for(pass->ahead, done);
        alone = 0;
      }
      for (long s = 1; s <= pass->steps; ++s) step_of_strip(w, pass, strip, at, s);
      if (!announced && at >= pass->begin + 2 * pass->steps) {
        atomic_store_explicit(&pass->own->strips, done, memory_order_release);
        announced = 1;
      }
    }
    if (!announced) atomic_store_explicit(&pass->own->strips, done, memory_order_release);
  }
}

/* First plane of slab k of n before a pass upwards; after it, it is `steps` higher. */
static long border(const ladder_state *w, long k, long n) {
  const long ny = w->the_case->ny;
  return k == 0 ? 1 : k == n ? ny - 1 : 1 + (ny - 2) * k / n - w->steps / 2;
}

static struct pass pass_of(const ladder_state *w, int number, long first, long steps, int k,
                           int n) {
  const ladder_heat *const c = w->the_case;
  const int down = number % 2, has_before = down ? k < n - 1 : k > 0,
            has_ahead = down ? k > 0 : k < n - 1;
  const long low = border(w, k, n), high = border(w, k + 1, n), from_last = c->ny - w->steps;
  return (struct pass){.number = number,
                       .steps = steps,
                       .first = first,
                       .begin = !has_before ? 1
                                : down      ? from_last - high
                                            : low,
                       .end = !has_ahead ? c->ny - 1
                              : down     ? from_last - low
                                         : high,
                       .begin_leans = has_before,
                       .end_leans = has_ahead,
                       .strips = (c->nx - 2 + w->steps + w->strip - 1) / w->strip,
                       .down = down,
                       .own = &w->begun[k],
                       .ahead = has_ahead ? &w->begun[down ? k - 1 : k + 1] : NULL};
}

static ladder_status advance(ladder_state *state, int32_t count) {
  const ladder_heat *const c = state->the_case;
  if (c->nx < 3 || c->ny < 3) return LADDER_OK; /* all cells are outermost */
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  /* A slab is no lower than its stair. */
  const int slabs = (int)smaller(state->threads, larger(1, (c->ny - 2) / larger(4, state->steps)));
  for (int k = 0; k < state->threads; ++k) atomic_init(&state->begun[k].strips, 0);
#pragma omp parallel num_threads(state->threads)
  {
    const int k = omp_get_thread_num();
    take_core(&allowed, k);
    set_float_mode(mode);
    for (int number = 0, done = 0; k < slabs && done < count; ++number, done += state->steps) {
      const struct pass pass =
          pass_of(state, number, state->step + done, smaller(count - done, state->steps), k, slabs);
      do_pass(state, &pass);
    }
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
    LADDER_KNOB(strip, "lines of a strip along x", NULL, 1, {16}, {1}, {4096})};

LADDER_STAGE = {
    LADDER_HEAT_FRAME,
    .parent = "c-temporal",
    .change =
        "blocks lean instead of overlapping, in strips that the nearest cache holds; a thread "
        "waits for one neighbour",
    .expectation = LADDER_EXPECTATION,
    .owns_time_loop = 1,
    LADDER_KNOBS(knobs),
    LADDER_HEAT_WORK,
    .create = create,
    HOST_FRAME};
