// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
/* The document's loop in C: three loops over cells, the whole wave equation in the innermost one.
 *
 * Changes: C instead of Fortran, and the stage owns the time loop: operator, time step and taper in
 *   one pass.
 * Why: the original passes over the volume once for every tap and four times more for its own
 *   loops. Here a step passes over it once; but each cell loads its 6M + 1 neighbours, those along
 *   y from as many planes.
 * Expected: no faster than fortran at half-length 8: the loop over taps is inside, so it vectorises
 *   badly, and each cell loads 49 values
 * Launch: one core, serial.
 * Work per point: 16 bytes a step if every value crosses once, 2 operations a tap and 6 more.
 * Run: ladder --case=wave3d-small --stage=c */
#include "c_port/wave3d/loop_3d.h"

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  (void)launch, (void)state; /* no knobs */
  return LADDER_OK;
}

static void column(const struct volume *w, const float *restrict now, float *restrict next, int x,
                   int y) {
  const int nz = w->the_case->nz, m = w->the_case->half_length;
  const ptrdiff_t pitch = (ptrdiff_t)w->pitch, plane = (ptrdiff_t)w->plane;
  const float taper_xy = w->sponge_x[x] * w->sponge_y[y];
  for (int z = 0; z < nz; ++z) {
    const float *const p = now + z;
    float sum = w->taps_z[0] * p[0] + w->taps_x[0] * p[0] + w->taps_y[0] * p[0];
    for (int k = 1; k <= m; ++k)
      sum += w->taps_z[k] * (p[-k] + p[k]) + w->taps_x[k] * (p[-k * pitch] + p[k * pitch]) +
             w->taps_y[k] * (p[-k * plane] + p[k * plane]);
    const float taper = taper_xy * w->sponge_z[z], again = w->fresh ? 1 : taper;
    const size_t v = cell_of(w, z, x, y);
    next[z] = taper * (2 * p[0] - again * next[z] + w->v2dt2[v] * sum);
  }
}

/* After the cells of a step: sources and receivers. */
static void points(const struct volume *w, float *next) {
  const ladder_wave *c = w->the_case;
  for (int s = 0; s < c->sources; ++s) {
    const ladder_cell at = c->source_cells[s];
    next[cell_of(w, at.z, at.x, at.y)] +=
        w->sponge_z[at.z] * (w->sponge_x[at.x] * w->sponge_y[at.y]) *
        c->wavelets[(size_t)s * (size_t)c->steps + (size_t)w->step];
  }
  for (int r = 0; r < c->receivers; ++r) {
    const ladder_cell at = c->receiver_cells[r];
    w->traces[(size_t)(w->step + 1) * (size_t)c->receivers + (size_t)r] =
        next[cell_of(w, at.z, at.x, at.y)];
  }
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct volume *const w = &state->volume;
  for (int n = 0; n < count; ++n, ++w->step, w->fresh = 0) {
    float *const now = w->field[w->step % 2], *const next = w->field[(w->step + 1) % 2];
    for (int y = 0; y < w->the_case->ny; ++y)
      for (int x = 0; x < w->the_case->nx; ++x)
        column(w, now + cell_of(w, 0, x, y), next + cell_of(w, 0, x, y), x, y);
    points(w, next);
  }
  return LADDER_OK;
}

LADDER_STAGE = {LOOP_ENTRIES, .parent = "fortran",
                .change = "C, and one pass a step: the whole equation in one loop over cells",
                .expectation = LADDER_EXPECTATION};
