/* The slabs of c-in-place: their memory, the way in and out. No maths here. */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "c_port/heat/in_place_slabs.h"
#include "c_port/shared/host_frame.h"
#include "c_port/shared/large_pages.h"
#include "c_port/shared/threads.h"

static void destroy(ladder_state *state) {
  if (!state) return;
  for (long k = 0; state->slabs && k < state->halves * state->count; ++k) {
    struct slab *const slab = &state->slabs[k];
    free(slab->inner);
    free(slab->aside);
    free(slab->edge);
    if (slab->ends[1] != slab->ends[0]) free(slab->ends[1]);
    free(slab->ends[0]);
  }
  free(state->slabs);
  free(state);
}

/* The system looks for a page when it is first touched, which takes longer than steps do: before a
 * run, by the thread that uses it. */
static float *touched(long count) {
  float *const cells = memory_for((size_t)count);
  if (cells) memset(cells, 0, (size_t)count * sizeof *cells);
  return cells;
}

static int touch_slabs(const ladder_state *w) {
  int missing = 0;
#pragma omp parallel for num_threads(w->threads) schedule(static, 1) reduction(| : missing)
  for (long k = 0; k < w->halves * w->count; ++k) {
    struct slab *const slab = &w->slabs[k];
    slab->inner = touched(places_of(slab) * w->brick * w->blocks);
    slab->aside = touched(planes_of(slab) * w->line * w->steps);
    slab->edge = touched(w->halves == 2 ? 2 * planes_of(slab) * w->brick : 1);
    slab->ends[0] = touched(2 * w->buffer);
    slab->ends[1] = planes_of(slab) > 1 ? touched(2 * w->buffer) : slab->ends[0];
    missing |= !slab->inner || !slab->aside || !slab->edge || !slab->ends[0] || !slab->ends[1];
  }
  return !missing;
}

/* Of a pass: one where a slab lies in half of a core's second-level cache, else as many as let the
 * blocks that they are at have three quarters of it, at most 8. */
static int steps_that_fit(const ladder_state *w, long planes) {
  long cache = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
  cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
  const long bricks = (cache > 0 ? cache : 1 << 20) / (w->brick * (long)sizeof(float)),
             turn = (w->lag + 1) * larger(1, planes);
  return (planes + 4) * w->blocks <= bricks / 2 ? 1
                                                : (int)larger(1, smaller(8, bricks * 3 / 4 / turn));
}

/* Two where a thread's slab then has clearly less lines at its neighbours. */
static int halves_for(const ladder_state *w, int wanted) {
  const ladder_heat *const c = w->the_case;
  if (w->threads % 2 || c->nx <= BRICK_LINES || wanted == 1) return 1;
  return wanted == 2 || (w->threads > 2 && 8L * c->ny < (long)c->nx * w->threads) ? 2 : 1;
}

/* Which planes each slab has. */
static void share_planes(ladder_state *w, long slabs) {
  const long inner = larger(0, w->the_case->ny - 2L);
  for (long k = 0; k < w->halves * w->count; ++k) {
    struct slab *const slab = &w->slabs[k];
    const long at = k % w->count;
    slab->begin = at == 0 ? 0 : at <= slabs ? 1 + inner * (at - 1) / slabs : w->the_case->ny - 1;
    slab->end = at == 0 ? 1 : at <= slabs ? 1 + inner * at / slabs : w->the_case->ny;
    if (w->halves == 2) slab->other = k < w->count ? slab + w->count : slab - w->count;
  }
}

enum { knob_threads, knob_steps, knob_lag, knob_halves };

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_heat *const c = the_case;
  *state = NULL;
  if (c->general) return fail(LADDER_REFUSED, LADDER_HEAT_PLAIN_ALONE);
  const int threads = threads_for(launch->knob[knob_threads][0]);
  if (!threads) return fail(LADDER_REFUSED, TOO_MANY_THREADS);
  ladder_state *const made = calloc(1, sizeof *made);
  if (!made) goto no_memory;
  made->the_case = c;
  made->code = bricks_for_this_processor();
  made->threads = threads;
  made->vectors = (c->nz + made->code.lanes - 1) / made->code.lanes;
  made->line = made->vectors * made->code.lanes;
  made->brick = made->line * BRICK_LINES + APART;
  made->halves = halves_for(made, launch->knob[knob_halves][0]);
  made->blocks = (c->nx + made->halves * BRICK_LINES - 1) / (made->halves * BRICK_LINES);
  made->buffer = made->brick * made->blocks + APART;
  made->lag = smaller(launch->knob[knob_lag][0], made->blocks);
  const long inner = larger(0, c->ny - 2L), slabs = smaller(made->threads / made->halves, inner);
  made->steps = launch->knob[knob_steps][0]
                    ? launch->knob[knob_steps][0]
                    : steps_that_fit(made, (inner + slabs - 1) / larger(1, slabs));
  made->count = slabs + smaller(2, c->ny);
  const size_t bytes = sizeof *made->slabs * (size_t)(made->halves * made->count);
  made->slabs = aligned_alloc(256, bytes);
  if (!made->slabs) goto no_memory;
  memset(made->slabs, 0, bytes);
  share_planes(made, slabs);
  made->used = (ladder_launch){
      {{made->threads},
       {made->steps},
       {launch->knob[knob_lag][0]},
       {launch->knob[knob_halves][0] ? launch->knob[knob_halves][0] : made->halves}}};
  if (!touch_slabs(made)) goto no_memory;
  *state = made;
  return LADDER_OK;
no_memory:
  destroy(made);
  return no_memory();
}

/* The lanes behind the last cell, and the lines behind the last, become zero: they are computed
 * with the others. */
static void put_line(const ladder_state *w, float *to, const float *from) {
  const int lanes = w->code.lanes;
  for (long i = 0; i < w->vectors; ++i)
    for (int lane = 0; lane < lanes; ++lane) {
      const long z = w->vectors * lane + i;
      to[BRICK_LINES * lanes * i + lane] = from && z < w->the_case->nz ? from[z] : 0;
    }
}

static void get_line(const ladder_state *w, const float *from, float *to) {
  const int lanes = w->code.lanes;
  for (int lane = 0; lane < lanes; ++lane)
    for (long i = 0, z = w->vectors * lane; i < w->vectors && z < w->the_case->nz; ++i, ++z)
      to[z] = from[BRICK_LINES * lanes * i + lane];
}

/* What the other half needs of a plane of a slab: line 3 of its last brick. */
static void copy_edge(const ladder_state *w, const float *brick, float *edge) {
  const int lanes = w->code.lanes;
  for (long i = 0; i < w->vectors; ++i)
    memcpy(edge + BRICK_LINES * lanes * i, brick + lanes * (BRICK_LINES * (i + 1) - 1),
           (size_t)lanes * sizeof *edge);
}

/* Line x of plane y of a slab's T(step), where x counts as line_of does. */
static float *line_at(const ladder_state *w, const struct slab *slab, long y, long x, long step) {
  return brick_of(w, slab, y, x / BRICK_LINES, step) + w->code.lanes * (x % BRICK_LINES);
}

static ladder_status upload(ladder_state *w, const float *now) {
  const ladder_heat *const c = w->the_case;
  w->step = 0;
#pragma omp parallel for num_threads(w->threads) schedule(static, 1)
  for (long k = 0; k < w->halves * w->count; ++k) {
    const struct slab *const slab = &w->slabs[k];
    const long lines = BRICK_LINES * w->blocks, half = k / w->count;
    const int outermost = slab->begin == 0 || slab->end == c->ny;
    for (long y = slab->begin; y < slab->end; ++y) {
      for (long at = 0; at < lines; ++at) {
        const long x = half ? 2 * lines - 1 - at : at;
        for (int buffer = 0; buffer <= outermost; ++buffer)
          put_line(w, line_at(w, slab, y, at, buffer),
                   x < c->nx ? now + c->nz * (x + c->nx * y) : NULL);
      }
      if (slab->other)
        copy_edge(w, brick_of(w, slab, y, w->blocks - 1, 0), edge_of(w, slab, y - slab->begin, 0));
    }
  }
  return LADDER_OK;
}

static ladder_status download(ladder_state *w, float *now) {
  const ladder_heat *const c = w->the_case;
#pragma omp parallel for num_threads(w->threads) schedule(static, 1)
  for (long k = 0; k < w->count; ++k)
    for (long y = w->slabs[k].begin; y < w->slabs[k].end; ++y)
      for (long x = 0; x < c->nx; ++x) {
        const struct slab *const slab = &w->slabs[k + (x < BRICK_LINES * w->blocks ? 0 : w->count)];
        get_line(w, line_at(w, slab, y, line_of(w, x), w->step), now + c->nz * (x + c->nx * y));
      }
  return LADDER_OK;
}
