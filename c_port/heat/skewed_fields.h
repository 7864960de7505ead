/* The two fields of c-skewed: layout, memory, the way in and out. No maths here.
 *
 * z fastest; lines are filled up to whole vectors and one more, so that they do not begin at the
 * same place of a page. T(n) is in field n % 2. The outermost cells stand in both from the start,
 * since no step writes them. */
#include <stdatomic.h>
#include <unistd.h>

#include "c_port/heat/tile.h"
#include "c_port/shared/large_pages.h"
#include "c_port/shared/threads.h"

/* Strips whose stair a thread has left, over all passes; a line of the cache each. */
struct progress {
  _Alignas(64) atomic_long strips;
};

struct ladder_state {
  const ladder_heat *the_case;
  tile_step *tile;
  float *field[2];
  struct progress *begun; /* of each thread */
  long line, plane;       /* values from a line to the next, and from a plane */
  int threads, steps, strip, step;
  ladder_launch used;
};

/* Between the fields, in addition to their planes: else a vector that is stored to one delays the
 * loads of the other, since a processor first compares the last 12 bits of addresses. */
enum { APART = 512 };

#include "c_port/shared/host_frame.h"

static long smaller(long a, long b) { return a < b ? a : b; }
static long larger(long a, long b) { return a > b ? a : b; }

static float *cell(const ladder_state *w, long step, long ix, long iy) {
  return w->field[step % 2] + LONGEST_VECTOR + APART * (step % 2) + w->line * ix + w->plane * iy;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  free(state->field[0]);
  free(state->field[1]);
  free(state->begun);
  free(state);
}

/* The system looks for a page when it is first touched, which takes longer than steps do: before a
 * run, by the thread that uses it. */
static float *touched(const ladder_state *w) {
  const long ny = w->the_case->ny;
  float *const cells = memory_for((size_t)(w->plane * ny + APART + 2 * LONGEST_VECTOR));
  if (!cells) return NULL;
#pragma omp parallel for num_threads(w->threads)
  for (long iy = 0; iy < ny; ++iy)
    memset(cells + w->plane * iy, 0, (size_t)w->plane * sizeof *cells);
  memset(cells + w->plane * ny, 0, (APART + 2 * LONGEST_VECTOR) * sizeof *cells);
  return cells;
}

/* Of a pass: as many as let the planes of a strip that they are at have half of a core's
 * second-level cache, at most 16, and no more than a thread has planes. */
static int steps_that_fit(const ladder_state *w) {
  long cache = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
  cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
  const long planes =
      (cache > 0 ? cache : 1 << 20) / 2 / (2L * w->strip * w->line * (long)sizeof(float));
  const long fit = smaller(planes - TILE_PLANES, (w->the_case->ny - 2L) / w->threads);
  return (int)larger(4, smaller(16, fit));
}

enum { knob_threads, knob_steps, knob_strip };

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
  made->tile = tile_for_this_processor();
  made->threads = threads;
  made->strip = launch->knob[knob_strip][0];
  made->line = (c->nz + LONGEST_VECTOR - 1) / LONGEST_VECTOR * LONGEST_VECTOR + LONGEST_VECTOR;
  made->plane = made->line * c->nx;
  made->steps = launch->knob[knob_steps][0] ? launch->knob[knob_steps][0] : steps_that_fit(made);
  made->begun = aligned_alloc(64, sizeof *made->begun * (size_t)made->threads);
  made->field[0] = touched(made);
  made->field[1] = touched(made);
  if (!made->begun || !made->field[0] || !made->field[1]) goto no_memory;
  made->used = (ladder_launch){{{made->threads}, {made->steps}, {made->strip}}};
  *state = made;
  return LADDER_OK;
no_memory:
  destroy(made);
  return no_memory();
}

static ladder_status upload(ladder_state *w, const float *now) {
  const ladder_heat *const c = w->the_case;
  w->step = 0;
#pragma omp parallel for num_threads(w->threads)
  for (int iy = 0; iy < c->ny; ++iy)
    for (int ix = 0; ix < c->nx; ++ix) {
      const float *const from = now + (long)c->nz * (ix + (long)c->nx * iy);
      const int outermost = ix == 0 || ix == c->nx - 1 || iy == 0 || iy == c->ny - 1;
      for (int field = 0; field <= outermost; ++field)
        memcpy(cell(w, field, ix, iy), from, (size_t)c->nz * sizeof *from);
    }
  return LADDER_OK;
}

static ladder_status download(ladder_state *w, float *now) {
  const ladder_heat *const c = w->the_case;
#pragma omp parallel for num_threads(w->threads)
  for (int iy = 0; iy < c->ny; ++iy)
    for (int ix = 0; ix < c->nx; ++ix)
      memcpy(now + (long)c->nz * (ix + (long)c->nx * iy), cell(w, w->step, ix, iy),
             (size_t)c->nz * sizeof *now);
  return LADDER_OK;
}
