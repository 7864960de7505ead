/* Plug-ins that compute L p wrongly, or leave it out. */
#include <math.h>

#include "../bad_plugin.h"

#define PLUGIN(name) static inline ladder_status name(ladder_state *s, const float *p, float *lap)

/* Leaves its output as it was.
 * Guard: the outputs are poisoned. */
PLUGIN(does_nothing) { return LADDER_OK; }

/* Works in blocks of 16 x 16; in the remaining cells it takes the value of the last whole
 * block.
 * Guard: the grids of the probe are no multiple of anything. */
PLUGIN(block_multiple_wrong) {
  enum { BLOCK = 16 };
  const ladder_wave *c = s->problem;
  float *whole = malloc(sizeof(float) * cells_of(c));
  convolve(c, p, whole);
  const int nz = c->nz < BLOCK ? c->nz : c->nz / BLOCK * BLOCK;
  const int nx = c->nx < BLOCK ? c->nx : c->nx / BLOCK * BLOCK;
  for (int y = 0; y < c->ny; ++y)
    for (int x = 0; x < c->nx; ++x)
      for (int z = 0; z < c->nz; ++z)
        lap[Z_FASTEST(c, z, x, y)] =
            whole[Z_FASTEST(c, z < nz ? z : nz - 1, x < nx ? x : nx - 1, y)];
  free(whole);
  return LADDER_OK;
}

/* Computes at the first call of a state alone and then leaves its content.
 * Guard: the probe's second field, and the poison. */
PLUGIN(leaves_last_answer) {
  if (++s->calls == 1) convolve(s->problem, p, lap);
  return LADDER_OK;
}

/* Leaves its output alone when it was given that input before, at any time.
 * Guard: the probe's first field comes again at the end. */
PLUGIN(leaves_known_answer) {
  static uint64_t known[3];
  const uint64_t sum = checksum(p, cells_of(s->problem));
  for (int i = 0; i < 3; ++i)
    if (known[i] == sum) return LADDER_OK;
  known[s->calls++ % 3] = sum;
  return honest_laplacian(s, p, lap);
}

/* Leaves its output alone when its input is that of the call before: the driver has the answer
 * already. Right in every run.
 * Guard: the probe gives the same field twice in a row, with another output. */
PLUGIN(leaves_same_answer) {
  static uint64_t last;
  const uint64_t sum = checksum(p, cells_of(s->problem));
  if (s->calls++ == 0 || sum != last) convolve(s->problem, p, lap);
  last = sum;
  return LADDER_OK;
}

/* Does not apply the operator to a tenth of the columns, others in each call of a long run, drawn
 * at random.
 * Guard: the oracle at the end; in a proof by samples the blocks that are drawn among all cells. */
PLUGIN(leaves_out_columns) {
  static uint32_t random = 1;
  const ladder_wave *c = s->problem;
  convolve(c, p, lap);
  if (++s->calls < A_LONG_RUN) return LADDER_OK;
  for (int column = 0; column < c->nx * c->ny; ++column) {
    random = random * 1664525u + 1013904223u;
    if ((random >> 16) % 10 == 0)
      memset(lap + (size_t)column * (size_t)c->nz, 0, sizeof(float) * (size_t)c->nz);
  }
  return LADDER_OK;
}

/* Does not apply the operator in some stretches of a long run.
 * Guard: the oracle at the end; in a proof by samples the blocks that are drawn among all
 * pieces. */
PLUGIN(leaves_out_operators) {
  if (!left_out(s->calls++, s->problem->steps)) return honest_laplacian(s, p, lap);
  memset(lap, 0, sizeof(float) * cells_of(s->problem));
  return LADDER_OK;
}

/* Takes x for the fastest axis.
 * Guard: the probe, on grids that are not square. */
PLUGIN(transposes) {
  CONVOLVE(s->problem, p, lap, X_FASTEST, X_FASTEST)
  return LADDER_OK;
}

/* Reads the neighbouring column where it should see the zero beyond the border.
 * Guard: the probe judges every cell by itself. */
PLUGIN(wrong_halo) {
  const ladder_wave *c = s->problem;
  convolve(c, p, lap);
  if (c->nz > 1 && c->nx > 1) lap[0] += c->taps_z[c->half_length + 1] * p[c->nz];
  return LADDER_OK;
}

/* Is off in the last corner alone, and on large grids alone: no wave of the case comes there.
 * Guard: the probe tries the case's own grid too. */
PLUGIN(wrong_corner_of_large_grids) {
  convolve(s->problem, p, lap);
  if (cells_of(s->problem) > 2000) lap[cells_of(s->problem) - 1] *= 1.001f;
  return LADDER_OK;
}

/* Is off in one row near the surface once the probe is over, by less than the interior may be.
 * Guard: at each checkpoint the border is judged by a limit of its own. */
PLUGIN(wrong_border_late) {
  const ladder_wave *c = s->problem;
  convolve(c, p, lap);
  if (++s->calls < A_LONG_RUN) return LADDER_OK;
  for (int x = 0; x < c->nx && c->nz > 7; ++x) lap[Z_FASTEST(c, 7, x, 0)] *= 1.00005f;
  return LADDER_OK;
}

/* Is off in one cell of the inside, over a few late steps alone, once the probe is over.
 * Guard: the last window of a proof by samples has every cell; of a whole proof the end has. */
PLUGIN(wrong_where_nobody_looks) {
  const ladder_wave *c = s->problem;
  convolve(c, p, lap);
  if (++s->calls < A_LONG_RUN) return LADDER_OK;
  if (c->nz > 20 && c->nx > 20) lap[Z_FASTEST(c, 17, 19, c->ny / 2)] *= 1.01f;
  return LADDER_OK;
}

/* Rounds the sum of the axes' centre taps to one tap: off alike in every cell at every step, by
 * half a unit in the last place of that sum.
 * Guard: the limit adds the squares of roundings, and an error of one sign adds by itself. */
PLUGIN(merges_centre_taps) {
  const ladder_wave *c = s->problem;
  const int m = c->half_length;
  const float centre = c->taps_z[m] + c->taps_x[m] + c->taps_y[m];
  const double error = (double)centre - c->taps_z[m] - c->taps_x[m] - c->taps_y[m];
  convolve(c, p, lap);
  for (size_t i = 0; i < cells_of(c); ++i) lap[i] += (float)(error * p[i]);
  return LADDER_OK;
}

/* Keeps 20 bits of every value once the probe is over.
 * Guard: the error is held against the original's own, not against a wide tolerance. */
PLUGIN(twenty_bits_late) {
  convolve(s->problem, p, lap);
  if (++s->calls < A_LONG_RUN) return LADDER_OK;
  for (size_t i = 0; i < cells_of(s->problem); ++i) {
    uint32_t bits;
    memcpy(&bits, lap + i, sizeof bits);
    bits = (bits + 0x800) & 0xfffff000;
    memcpy(lap + i, &bits, sizeof bits);
  }
  return LADDER_OK;
}

/* Puts one NaN into one cell, far from the receivers, at the last step of a long run, where
 * nothing can spread any more.
 * Guard: NaN is looked for in the bits of every cell. */
PLUGIN(nan_in_one_cell) {
  convolve(s->problem, p, lap);
  if (++s->calls == s->problem->steps && s->calls >= A_LONG_RUN)
    lap[cells_of(s->problem) - 10] = NAN;
  return LADDER_OK;
}

BAD_STAGE(CHOSEN);
