/* The two fields and the rings of planes of c-temporal: their memory, their way in and out, and the
 * knobs as create reads them. No maths here. */
#include <string.h>
#include <unistd.h>

#include "c_port/shared/large_pages.h"
#include "c_port/shared/threads.h"
#include "harness/problems/heat/heat.h"

enum { MOST_STEPS = 16 };

struct ladder_state {
  const ladder_heat *the_case;
  float *now, *next; /* the fields */
  float *rings;      /* of all threads */
  long pitch;        /* of a line in a ring [cells] */
  int threads, steps, strip;
  ladder_launch used;
};

#include "c_port/shared/host_frame.h"

static long smaller(long a, long b) { return a < b ? a : b; }
static long larger(long a, long b) { return a > b ? a : b; }
static size_t field_cells(const ladder_heat *c) {
  return (size_t)c->nz * (size_t)c->nx * (size_t)c->ny;
}
/* Lines of a plane in a ring, and cells of all rings of a thread. */
static long ring_lines(const ladder_state *s) { return s->strip + 2L * s->steps; }
static long ring_cells(const ladder_state *s) {
  return 3L * (s->steps - 1) * ring_lines(s) * s->pitch;
}
/* Of all rings of a thread. */
static long ring_bytes(void) {
  long cache = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
  cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
  return cache > 0 ? cache / 2 : 1 << 19;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  free(state->now);
  free(state->next);
  free(state->rings);
  free(state);
}

/* The system looks for a page when it is first touched, which takes longer than steps do: before a
 * run, and each plane by the thread that copies it. */
static void touch(const ladder_state *state, float *cells, size_t piece, int pieces) {
#pragma omp parallel for num_threads(state->threads)
  for (int at = 0; at < pieces; ++at) memset(cells + piece * (size_t)at, 0, piece * sizeof *cells);
}

enum { knob_threads, knob_steps, knob_strip };

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_heat *c = the_case;
  *state = NULL;
  if (c->general) return fail(LADDER_REFUSED, LADDER_HEAT_PLAIN_ALONE);
  ladder_state *made = calloc(1, sizeof *made);
  if (!made) goto no_memory;
  made->the_case = c;
  made->threads = threads_for(launch->knob[knob_threads][0]);
  made->steps = launch->knob[knob_steps][0];
  if (!made->threads) {
    free(made);
    return fail(LADDER_REFUSED, TOO_MANY_THREADS);
  }
  made->pitch = (c->nz + 15) / 16 * 16 + 16; /* lines do not begin at the same place of a page */
  const long planes = 3L * larger(1, made->steps - 1);
  const long room = ring_bytes() / (planes * made->pitch * (long)sizeof(float)) - 2L * made->steps;
  made->strip =
      launch->knob[knob_strip][0] ? launch->knob[knob_strip][0] : (int)larger(4, smaller(room, 64));
  made->now = memory_for(field_cells(c));
  made->next = memory_for(field_cells(c));
  made->rings = memory_for((size_t)made->threads * (size_t)ring_cells(made) + 1);
  if (!made->now || !made->next || !made->rings) goto no_memory;
  touch(made, made->now, (size_t)c->nz * (size_t)c->nx, c->ny);
  touch(made, made->next, (size_t)c->nz * (size_t)c->nx, c->ny);
  touch(made, made->rings, (size_t)ring_cells(made), made->threads);
  made->used = (ladder_launch){{{made->threads}, {made->steps}, {made->strip}}};
  *state = made;
  return LADDER_OK;
no_memory:
  destroy(made);
  return no_memory();
}

/* Plane by plane by all threads: one core alone copies for as long as four steps take. */
static void copy_field(const ladder_state *state, const float *from, float *to) {
  const ladder_heat *const c = state->the_case;
  const size_t plane = (size_t)c->nz * (size_t)c->nx;
#pragma omp parallel for num_threads(state->threads)
  for (int iy = 0; iy < c->ny; ++iy)
    memcpy(to + plane * (size_t)iy, from + plane * (size_t)iy, plane * sizeof *to);
}

static ladder_status upload(ladder_state *state, const float *now) {
  copy_field(state, now, state->now);
  return LADDER_OK;
}

static ladder_status download(ladder_state *state, float *now) {
  copy_field(state, state->now, now);
  return LADDER_OK;
}
