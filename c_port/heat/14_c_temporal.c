// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
/* All cores, blocked in space and time: several steps in one pass through memory.
 *
 * Changes: a thread makes `steps` steps on its way through a strip: as soon as three planes of
 *   T(n+1) stand, it makes one of T(n+2), and so on. Planes between the first and the last step
 *   stay in a ring of three in its cache.
 * Why: on a field beyond the caches a step cannot be faster than 12 bytes a point cross the memory.
 *   Here they cross once for `steps` steps. The price is a rim around each strip that its
 *   neighbours compute too: of 4 steps 3 lines a strip on average, so 6 % of 48.
 * Expected: 2.5 times c-blocked at 512^3: a quarter of the traffic, and then the caches bound it;
 *   1.2 times at 128^3, where the outer caches were the bound
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; `steps`
 *   of a pass; `strip` lines, as many as let the rings have half of a core's second-level cache
 *   unless it is given.
 * Work per point: 8 bytes a step in the model of the other stages; here 12 a pass, and 8
 *   operations.
 * Run: ladder --case=heat-512 --stage=c-temporal --steps=4 */
#include <stdlib.h>
#include <unistd.h>

#include "c_port/heat/four_lines.h"
#include "c_port/shared/large_pages.h"
#include "c_port/shared/threads.h"

enum { MOST_STEPS = 16 };

struct ladder_state {
  const ladder_heat *the_case;
  float *now, *next; /* the fields */
  float *rings;      /* of all threads */
  long pitch;        /* of a line in a ring [cells] */
  int threads, steps, strip;
};

static const char *why = "nothing failed";

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

/* The system looks for a page when it is first touched, which takes longer than steps do: before a run, and each plane by
 * the thread that copies it. */
static void touch(const ladder_state *state, float *cells, size_t piece, int pieces) {
#pragma omp parallel for num_threads(state->threads)
  for (int at = 0; at < pieces; ++at) memset(cells + piece * (size_t)at, 0, piece * sizeof *cells);
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_heat *c = the_case;
  *state = NULL;
  ladder_state *made = calloc(1, sizeof *made);
  if (!made) goto no_memory;
  made->the_case = c;
  made->threads = launch->knob[0][0] ? launch->knob[0][0] : allowed_cores();
  made->steps = launch->knob[1][0];
  if (made->threads > allowed_cores()) {
    why = "more threads than cores that this process may use: they would wait for each other";
    free(made);
    return LADDER_REFUSED;
  }
  made->pitch = (c->nz + 15) / 16 * 16 + 16; /* lines do not begin at the same place of a page */
  const long planes = 3L * larger(1, made->steps - 1);
  const long room = ring_bytes() / (planes * made->pitch * (long)sizeof(float)) - 2L * made->steps;
  made->strip = launch->knob[2][0] ? launch->knob[2][0] : (int)larger(4, smaller(room, 64));
  made->now = memory_for(field_cells(c));
  made->next = memory_for(field_cells(c));
  made->rings = memory_for((size_t)made->threads * (size_t)ring_cells(made) + 1);
  if (!made->now || !made->next || !made->rings) goto no_memory;
  touch(made, made->now, (size_t)c->nz * (size_t)c->nx, c->ny);
  touch(made, made->next, (size_t)c->nz * (size_t)c->nx, c->ny);
  touch(made, made->rings, (size_t)ring_cells(made), made->threads);
  *state = made;
  return LADDER_OK;
no_memory:
  destroy(made);
  why = "the host has no memory left";
  return LADDER_OUT_OF_MEMORY;
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = (ladder_launch){{{state->threads}, {state->steps}, {state->strip}}};
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return why;
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

/* Lines [x_begin, x_end) of planes [y_begin, y_end), which a thread brings `steps` steps further. */
struct box {
  long x_begin, x_end, y_begin, y_end;
};

/* A plane of a field or of a ring: line ix begins at first + pitch * ix. */
struct plane {
  float *first;
  long pitch;
};

/* Plane iy after s of `steps` steps: of a field where s is the first or the last, else in a ring of three planes. */
static struct plane plane_of(const ladder_state *w, const struct box *box, int steps, float *rings,
                             int s, long iy) {
  const ladder_heat *c = w->the_case;
  if (s == 0 || s == steps)
    return (struct plane){(s ? w->next : w->now) + (long)c->nz * c->nx * iy, c->nz};
  const long line = ring_lines(w) * (3L * (s - 1) + iy % 3) - (box->x_begin - steps);
  return (struct plane){rings + w->pitch * line, w->pitch};
}

/* Plane iy after s steps, from three planes after s - 1 steps, with a rim for the steps that follow. */
static void step_plane(const ladder_state *w, const struct box *box, int steps, float *rings, int s,
                       long iy) {
  const ladder_heat *c = w->the_case;
  const long rim = steps - s;
  if (iy < larger(0, box->y_begin - rim) || iy >= smaller(c->ny, box->y_end + rim)) return;
  const struct plane next = plane_of(w, box, steps, rings, s, iy),
                     now = plane_of(w, box, steps, rings, s - 1, iy);
  const long end = smaller(c->nx, box->x_end + rim);
  long ix = larger(0, box->x_begin - rim);
  if (iy == 0 || iy == c->ny - 1) {
    for (; ix < end; ++ix)
      memcpy(next.first + next.pitch * ix, now.first + now.pitch * ix,
             (size_t)c->nz * sizeof(float));
    return;
  }
  const float *const below = plane_of(w, box, steps, rings, s - 1, iy - 1).first,
                     *const above = plane_of(w, box, steps, rings, s - 1, iy + 1).first;
  while (ix < end) {
    float *const to = next.first + next.pitch * ix;
    const long at = now.pitch * ix;
    const float *const own = now.first + at;
    const struct line from = {own, own - now.pitch, own + now.pitch, below + at, above + at};
    if (ix == 0 || ix == c->nx - 1) {
      memcpy(to, own, (size_t)c->nz * sizeof *own);
      ix += 1;
    } else if (ix + 4 <= smaller(end, c->nx - 1)) {
      step_four_lines(c->nz, c->factor, &from, now.pitch, to, next.pitch);
      ix += 4;
    } else {
      step_line(c->nz, c->factor, &from, to);
      ix += 1;
    }
  }
}

/* A pass: each box alone, since it computes its rim itself. */
static void pass(const ladder_state *w, int steps) {
  const ladder_heat *c = w->the_case;
  const long strips = (c->nx + w->strip - 1) / w->strip;
  const long wanted = (4L * w->threads + strips - 1) / strips;
  const long pieces = larger(1, smaller(wanted, c->ny / (4L * steps)));
  float *const rings = w->rings + omp_get_thread_num() * ring_cells(w);
#pragma omp for collapse(2) schedule(dynamic)
  for (long piece = 0; piece < pieces; ++piece)
    for (long strip = 0; strip < strips; ++strip) {
      const struct box box = {w->strip * strip, smaller(w->strip * (strip + 1), c->nx),
                              c->ny * piece / pieces, c->ny * (piece + 1) / pieces};
      for (long iy = box.y_begin - steps + 1; iy < box.y_end + steps - 1; ++iy)
        for (int s = 1; s <= steps; ++s) step_plane(w, &box, steps, rings, s, iy - s + 1);
    }
}

static ladder_status advance(ladder_state *state, int32_t count) {
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(state->threads)
  {
    take_core(&allowed, omp_get_thread_num());
    set_float_mode(mode);
    for (int left = count; left > 0; left -= state->steps) {
      pass(state, left < state->steps ? left : state->steps);
#pragma omp single
      {
        float *const done = state->next;
        state->next = state->now;
        state->now = done;
      }
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  return LADDER_OK;
}

static const ladder_heat_entries entries = {
    .upload = upload, .advance = advance, .download = download};

static const ladder_knob knobs[] = {
    {.name = "threads",
     .unit = "threads, each on a core; all cores unless given",
     .values = 1,
     .preset = {0},
     .least = {1},
     .most = {1024}},
    {.name = "steps",
     .unit = "time steps of a pass",
     .values = 1,
     .preset = {4},
     .least = {1},
     .most = {MOST_STEPS}},
    {.name = "strip",
     .unit = "lines of a strip along x; the stage chooses unless given",
     .values = 1,
     .preset = {0},
     .least = {1},
     .most = {4096}}};

LADDER_STAGE = {
    LADDER_HEAT_FRAME,
    .parent = "c-blocked",
    .change = "four steps in one pass through memory, in rings of planes in the cache",
    .expectation =
        "2.5 times c-blocked at 512^3: a quarter of the traffic, and then the caches bound it; "
        "1.2 times at 128^3, where the outer caches were the bound",
    .owns_time_loop = 1,
    LADDER_KNOBS(knobs),
    LADDER_HEAT_WORK,
    .create = create,
    .launch_used = launch_used,
    .last_error = last_error,
    .destroy = destroy,
    .entries = &entries};
