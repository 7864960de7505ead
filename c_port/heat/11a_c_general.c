// flags: -O3 -fopenmp -D_GNU_SOURCE
/* Insulated sides, a conductivity of each axis and a map of it, on all cores.
 *
 * Changes: a cell's neighbours come with a weight: the harmonic mean of the two conductivities,
 *   times the factor of the axis. Beyond an insulated side the neighbour is the cell itself.
 * Why: no step is expected to be faster. This is what a case costs that is not plain; plain cases
 *   give the bits of their own order of additions.
 * Expected: where memory bounds both, 1.5 times the time of c-omp with a map, which is 4 bytes more
 *   a point, and the same without; where caches hold the fields 4 times with a map: six divisions
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; one fork
 *   and join a step.
 * Work per point: 12 bytes if every value crosses once and there is a map, 45 operations: 6 of each
 *   neighbour, 8 sums and products of them, and the last sum.
 * Run: ladder --case=heat-rods --stage=c-general --threads=2 */
#include <string.h>

#define TAKES_GENERAL
#include "c_port/heat/threads_c.h"

/* A line of cells and its neighbours, which are the line itself beyond an insulated side. */
struct lines {
  const float *here, *left, *right, *below, *above;
};

static struct lines lines_at(const ladder_heat *c, const float *field, long ix, long iy) {
  const long nz = c->nz, plane = nz * c->nx;
  const float *const here = field + nz * ix + plane * iy;
  return (struct lines){here, here - (ix > 0 ? nz : 0), here + (ix < c->nx - 1 ? nz : 0),
                        here - (iy > 0 ? plane : 0), here + (iy < c->ny - 1 ? plane : 0)};
}

/* Cell i of the line, between `low` and `high` along z. With a map k are the conductivities. */
static inline float stepped(const float factor[3], const struct lines *t, const struct lines *k,
                            int map, long i, long low, long high) {
  const float now = t->here[i];
#define FLUX(line, j) \
  ((map ? 2 * k->here[i] * k->line[j] / (k->here[i] + k->line[j]) : 1) * (t->line[j] - now))
  return now + (factor[0] * (FLUX(here, low) + FLUX(here, high)) +
                factor[1] * (FLUX(left, i) + FLUX(right, i)) +
                factor[2] * (FLUX(below, i) + FLUX(above, i)));
#undef FLUX
}

static inline void step_line(long n, const ladder_heat_general *g, const struct lines t,
                             const struct lines k, int map, float *restrict next) {
  const float factor[3] = {g->factor[0], g->factor[1], g->factor[2]};
  const int low = g->insulated[0][0], high = g->insulated[0][1];
  if (n == 1) {
    next[0] = low && high ? stepped(factor, &t, &k, map, 0, 0, 0) : t.here[0];
    return;
  }
  next[0] = low ? stepped(factor, &t, &k, map, 0, 0, 1) : t.here[0];
  next[n - 1] = high ? stepped(factor, &t, &k, map, n - 1, n - 2, n - 1) : t.here[n - 1];
#pragma omp simd
  for (long i = 1; i < n - 1; ++i) next[i] = stepped(factor, &t, &k, map, i, i - 1, i + 1);
}

static int keeps(const int32_t insulated[2], long i, long n) {
  return (i == 0 && !insulated[0]) || (i == n - 1 && !insulated[1]);
}

static void step_forward(const ladder_heat *c, int threads, const float *now, float *next) {
  const ladder_heat_general plain = {.factor = {c->factor, c->factor, c->factor}};
  const ladder_heat_general *const g = c->general ? c->general : &plain;
  const long nz = c->nz, nx = c->nx, ny = c->ny;
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
  for (long iy = 0; iy < ny; ++iy)
    for (long ix = 0; ix < nx; ++ix) {
      const long line = nz * (ix + nx * iy);
      const struct lines t = lines_at(c, now, ix, iy);
      if (keeps(g->insulated[1], ix, nx) || keeps(g->insulated[2], iy, ny))
        memcpy(next + line, now + line, (size_t)nz * sizeof *now);
      else if (g->conductivity)
        step_line(nz, g, t, lines_at(c, g->conductivity, ix, iy), 1, next + line);
      else
        step_line(nz, g, t, t, 0, next + line);
    }
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "c-omp",
                .change = "insulated sides, a conductivity of each axis, a map of it",
                .expectation = LADDER_EXPECTATION,
                .bytes_per_point = 12,
                .operations_per_point = 45,
                TEAM_ENTRIES};
