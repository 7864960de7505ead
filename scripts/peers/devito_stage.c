/* The code that Devito generates, as a stage: ladder then judges, times and records it like its
 * own.
 *
 * Changes: Devito's generated function takes the steps, with its own layout and its own flags.
 * Why: what a compiler for finite differences makes of the same equation, without work by hand.
 * Equation: p(n+1) = T (2 p(n) - T p(n-1) + (v dt)^2 L p(n)), inject T w, record; Taylor's taps of
 *   half-length DEVITO_M are in the generated code as numbers, so any other operator is refused.
 * Layout: Devito's: z fastest, a halo of 2 DEVITO_M cells, three fields in turn.
 * Launch: `threads`, pinned as those of c-omp; `block` where the inner loops are blocked.
 * Work per point: as c-omp: 16 bytes a step if every value crosses once.
 * Built by devito_plugin.py, which sets DEVITO_M, DEVITO_VOLUME (1: three dimensions),
 * DEVITO_THREADS, and DEVITO_BLOCK_X and DEVITO_BLOCK_Z, of the outermost and the next loop (0: no
 * blocks). */
#include "devito.c"

#include "harness/problems/wave/wave.h"
#include "devito_call.h"
#include "devito_arguments.h"
#include "devito_frame.h"

enum {
  M = DEVITO_M,
  HALO = 2 * M,
  HALO_Y = DEVITO_VOLUME ? HALO : 0,
  AXES = DEVITO_VOLUME ? 3 : 2
};

struct ladder_state {
  const ladder_wave *problem;
  ladder_launch used;
  int step, uploaded;
  size_t pitch, plane, field; /* values of a column, of a plane, of a field of u */
  struct array u, v2dt2, sponge_x, sponge_y, sponge_z;
  struct array src, src_places, src_weights, rec, rec_places, rec_weights;
  float *traces; /* [steps + 1][receivers], of which rec is what follows sample 0 */
};

#define BLOCK_UNIT "cells of a block of the next to outermost loop by one of the outermost"
#define BLOCK_PRESET {DEVITO_BLOCK_Z, DEVITO_BLOCK_X}
#include "devito_steps.h"

static void destroy(ladder_state *s) {
  if (!s) return;
  struct array *const all[] = {&s->u,          &s->v2dt2,       &s->sponge_x,
                               &s->sponge_y,   &s->sponge_z,    &s->src,         &s->src_places,
                               &s->rec_places, &s->src_weights, &s->rec_weights};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) free(all[i]->object.data);
  free(s->traces);
  free(s);
}

/* Whether these taps are the numbers in the generated code. */
static int are_generated(const float *taps) {
  static const float generated[M + 1] = TAPS;
  for (int k = 0; k <= M; ++k)
    if (taps[M + k] != generated[k]) return 0;
  return 1;
}

static const char *refusal(const ladder_wave *c, int threads) {
  if ((c->ny > 1) != DEVITO_VOLUME || c->nz < 2 || c->nx < 2)
    return DEVITO_VOLUME ? "it takes three dimensions of more than one cell"
                         : "it takes two dimensions of more than one cell";
  if (c->half_length != M) return "it was generated for another half-length";
  if (!are_generated(c->taps_z) || !are_generated(c->taps_x) ||
      (DEVITO_VOLUME && !are_generated(c->taps_y)))
    return "it was generated for other taps: Taylor's, for one spacing; run with --operator=taylor";
  if (!threads) return "more threads than cores that this process may use";
  return NULL;
}

/* In double: with Devito's -ffast-math a division of floats is an approximation. */
static double taper_at(const ladder_state *s, int z, int x, int y) {
  return (double)s->problem->sponge_x[x] * s->problem->sponge_z[z] * s->problem->sponge_y[y];
}

/* Points of the grid: of the cells around it that Devito weighs, two an axis, the first counts
 * alone. */
static void place(const ladder_cell *cells, int count, struct array *places,
                  struct array *weights) {
  int *const to = places->object.data;
  float *const weight = weights->object.data;
  for (int i = 0; i < count; ++i) {
    int *const place = to + AXES * i;
    if (DEVITO_VOLUME) place[0] = cells[i].y;
    place[AXES - 2] = cells[i].x;
    place[AXES - 1] = cells[i].z;
    for (int axis = 0; axis < AXES; ++axis) weight[2 * (AXES * i + axis)] = 1;
  }
}

static void fill(ladder_state *s) {
  const ladder_wave *c = s->problem;
  float *const src = s->src.object.data;
  memcpy(s->v2dt2.object.data, c->v2dt2,
         (size_t)c->nz * (size_t)c->nx * (size_t)c->ny * sizeof(float));
  if (DEVITO_VOLUME)
    memcpy(s->sponge_y.object.data, c->sponge_y, (size_t)c->ny * sizeof(float));
  memcpy(s->sponge_x.object.data, c->sponge_x, (size_t)c->nx * sizeof(float));
  memcpy(s->sponge_z.object.data, c->sponge_z, (size_t)c->nz * sizeof(float));
  for (int i = 0; i < c->sources; ++i)
    for (int n = 0; n < c->steps; ++n)
      src[(size_t)n * (size_t)c->sources + (size_t)i] =
          (float)(taper_at(s, c->source_cells[i].z, c->source_cells[i].x, c->source_cells[i].y) *
                  c->wavelets[(size_t)i * (size_t)c->steps + (size_t)n]);
  place(c->source_cells, c->sources, &s->src_places, &s->src_weights);
  place(c->receiver_cells, c->receivers, &s->rec_places, &s->rec_weights);
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_wave *c = the_case;
  *state = NULL;
  const int threads = threads_of(launch);
  why = refusal(c, threads);
  if (why) return LADDER_REFUSED;
  why = "the host has no memory left";
  ladder_state *s = calloc(1, sizeof *s);
  if (!s) return LADDER_OUT_OF_MEMORY;
  s->problem = c;
  s->used = *launch;
  s->used.knob[0][0] = threads;
  s->pitch = (size_t)c->nz + 2 * HALO;
  s->plane = s->pitch * ((size_t)c->nx + 2 * HALO);
  s->field = s->plane * ((size_t)c->ny + 2 * HALO_Y);
  s->traces = calloc((size_t)(c->steps + 1) * (size_t)c->receivers + 1, sizeof(float));
  const int there =
      s->traces &&
      (DEVITO_VOLUME ? make(&s->u, 3, c->ny + 2 * HALO, c->nx + 2 * HALO, c->nz + 2 * HALO)
                     : make(&s->u, 3, c->nx + 2 * HALO, c->nz + 2 * HALO, 1)) &&
      (DEVITO_VOLUME ? make(&s->v2dt2, c->ny, c->nx, c->nz, 1)
                     : make(&s->v2dt2, c->nx, c->nz, 1, 1)) &&
      make(&s->sponge_x, c->nx, 1, 1, 1) && make(&s->sponge_y, c->ny, 1, 1, 1) &&
      make(&s->sponge_z, c->nz, 1, 1, 1) && make(&s->src, c->steps, c->sources, 1, 1) &&
      make(&s->src_places, c->sources, AXES, 1, 1) &&
      make(&s->src_weights, c->sources, AXES, 2, 1) &&
      make(&s->rec_places, c->receivers, AXES, 1, 1) &&
      make(&s->rec_weights, c->receivers, AXES, 2, 1);
  if (!there) {
    destroy(s);
    return LADDER_OUT_OF_MEMORY;
  }
  s->rec.object.size = s->rec.size;
  s->rec.size[0] = c->steps;
  s->rec.size[1] = c->receivers;
  s->rec.object.data = s->traces + c->receivers;
  fill(s);
  *state = s;
  return LADDER_OK;
}

static float *column_of(const ladder_state *s, int buffer, int x, int y) {
  return (float *)s->u.object.data + (size_t)(buffer % 3) * s->field +
         s->plane * (size_t)(y + HALO_Y) + s->pitch * (size_t)(x + HALO) + HALO;
}

/* p(n-1) comes and goes tapered twice; the generated code tapers it the second time as it uses
 * it. */
static ladder_status upload(ladder_state *s, const float *now, const float *before, int32_t step) {
  const ladder_wave *c = s->problem;
  s->step = s->uploaded = step;
  for (int column = 0; column < c->nx * c->ny; ++column) {
    const int x = column % c->nx, y = column / c->nx;
    const size_t from = (size_t)c->nz * (size_t)column;
    memcpy(column_of(s, step, x, y), now + from, (size_t)c->nz * sizeof(float));
    float *const to = column_of(s, step + 2, x, y);
    for (int z = 0; z < c->nz; ++z)
      to[z] = (float)(before[from + (size_t)z] / taper_at(s, z, x, y));
  }
  for (int r = 0; r < c->receivers; ++r)
    s->traces[(size_t)step * (size_t)c->receivers + (size_t)r] =
        column_of(s, step, c->receiver_cells[r].x, c->receiver_cells[r].y)[c->receiver_cells[r].z];
  return LADDER_OK;
}

static ladder_status advance(ladder_state *s, int32_t count) {
  if (s->step + count > s->problem->steps) {
    why = "more steps were asked for than the case has";
    return LADDER_FAILED;
  }
  return take_steps(s, count);
}

static ladder_status download(ladder_state *s, float *now, float *before, float *traces) {
  const ladder_wave *c = s->problem;
  for (int column = 0; column < c->nx * c->ny; ++column) {
    const int x = column % c->nx, y = column / c->nx;
    const size_t to = (size_t)c->nz * (size_t)column;
    memcpy(now + to, column_of(s, s->step, x, y), (size_t)c->nz * sizeof(float));
    const float *const from = column_of(s, s->step + 2, x, y);
    for (int z = 0; z < c->nz; ++z)
      before[to + (size_t)z] = (float)(from[z] * taper_at(s, z, x, y));
  }
  const size_t known = (size_t)s->uploaded * (size_t)c->receivers;
  memcpy(traces + known, s->traces + known,
         (size_t)(s->step - s->uploaded + 1) * (size_t)c->receivers * sizeof(float));
  return LADDER_OK;
}

static const ladder_wave_entries entries = {
    .upload = upload, .advance = advance, .download = download};

LADDER_STAGE = {
    DEVITO_ENTRIES,
    .problem = "wave",
    .change = "the code that Devito generates from the same equation, with its own flags",
    .expectation =
        "half of c-omp: a plain loop nest loads each neighbour along x again for every column",
    .knobs = DEVITO_BLOCK_X ? 2 : 1,
    .bytes_per_point = 16,
    .operations_per_point = 6,
    .operations_per_tap = 2};
