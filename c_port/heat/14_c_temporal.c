// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
/* All cores, blocked in space and time: several steps in one pass through memory.
 *
 * Changes: a thread makes `steps` steps on its way through a strip: as soon as three planes of
 *   T(n+1) stand, it makes one of T(n+2), and so on. Planes between the first and the last step
 *   stay in a ring of three in its cache.
 * Longer than a slide: the loops over planes of several steps are new, and the entries for an own
 *   time loop with them.
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
#include "c_port/heat/line.h"
#include "c_port/heat/temporal_fields.h"

/* Four lines side by side, `pitch` cells apart in the field they come from and `next_pitch` in the
 * one they go to: a line is loaded once as itself and as the neighbour of two. `from` is of the
 * first of them; its right line is not used. */
FOR_THIS_PROCESSOR static void step_four_lines(long n, float factor, const struct line *from,
                                               long pitch, float *restrict next, long next_pitch) {
  const float *restrict const now = from->now, *restrict const left = from->left,
                              *restrict const below = from->below,
                              *restrict const above = from->above;
  for (long i = 0; i < n; ++i) {
    float side = left[i], centre = now[i];
#pragma GCC unroll 4
    for (long k = 0; k < 4; ++k) {
      const float *const at = now + k * pitch + i;
      const float other = at[pitch];
      next[k * next_pitch + i] =
          centre + factor * ((at[-1] + at[1]) + (side + other) +
                             (below[k * pitch + i] + above[k * pitch + i]) - 6 * centre);
      side = centre;
      centre = other;
    }
  }
  for (long k = 0; k < 4; ++k) {
    next[k * next_pitch] = now[k * pitch];
    next[k * next_pitch + n - 1] = now[k * pitch + n - 1];
  }
}

/* Lines [x_begin, x_end) of planes [y_begin, y_end), which a thread brings `steps` steps
 * further. */
struct box {
  long x_begin, x_end, y_begin, y_end;
};

/* A plane of a field or of a ring: line ix begins at first + pitch * ix. */
struct plane {
  float *first;
  long pitch;
};

/* Plane iy after s of `steps` steps: of a field where s is the first or the last, else in a ring
 * of three planes. */
static struct plane plane_of(const ladder_state *w, const struct box *box, int steps, float *rings,
                             int s, long iy) {
  const ladder_heat *c = w->the_case;
  if (s == 0 || s == steps)
    return (struct plane){(s ? w->next : w->now) + (long)c->nz * c->nx * iy, c->nz};
  const long line = ring_lines(w) * (3L * (s - 1) + iy % 3) - (box->x_begin - steps);
  return (struct plane){rings + w->pitch * line, w->pitch};
}

/* Plane iy after s steps, from three planes after s - 1 steps, with a rim for the steps that
 * follow. */
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
    THREADS_KNOB(1024), LADDER_KNOB(steps, "time steps of a pass", NULL, 1, {4}, {1}, {MOST_STEPS}),
    LADDER_KNOB(strip, "lines of a strip along x; the stage chooses unless given", NULL, 1, {0},
                {1}, {4096})};

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "c-blocked",
                .change = "four steps in one pass through memory, in rings of planes in the cache",
                .expectation = LADDER_EXPECTATION,
                .owns_time_loop = 1,
                LADDER_KNOBS(knobs),
                LADDER_HEAT_WORK,
                .create = create,
                HOST_FRAME};
