// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
/* One core, with sums in registers.
 *
 * Changes: tile_step.h instead of the plain loop: 4 by 4 columns side by side in vectors of 16
 *   floats, or 4 by 2 of 8, whichever the processor has; the half-length is a constant of the code.
 * Why: the loop over taps unrolls, sums stay in registers, and the common neighbours of columns
 *   along x and y are loaded once for four columns: 26 loads a vector at M = 8 instead of 49.
 *   AVX-512 has twice the multiply-adds of AVX2.
 * Expected: 5 times c at half-length 8: 51 multiply-adds a cell at half the rate of the core
 * Launch: one core, serial; `vectors`, the floats of a vector; the code for M is compiled for 1, 2,
 *   3, 4, 6, 8, 12 and 16, others take the next one.
 * Run: ladder --case=salt3d --stage=c-simd */
#include "c_port/wave3d/loop_3d.h"

enum { knob_vectors };

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  state->used.knob[knob_vectors][0] = launch->knob[knob_vectors][0];
  state->volume.update = ladder_wave3d_cells(launch->knob[knob_vectors][0]);
  if (state->volume.update) return LADDER_OK;
  why = "vectors must be 4, 8 or 16 floats, and no longer than those of this processor";
  return LADDER_REFUSED;
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct volume *const w = &state->volume;
  for (int n = 0; n < count; ++n, ++w->step, w->fresh = 0) {
    const struct part all = whole_step(w, w->step);
    ladder_wave3d_update(w, &all);
  }
  return LADDER_OK;
}

static const ladder_knob knobs[] = {
    LADDER_KNOB(vectors, "floats: 4, 8 (AVX2) or 16 (AVX-512); the longest unless given", NULL, 1,
                {0}, {4}, {16})};

LADDER_STAGE = {LOOP_ENTRIES, .parent = "c",
                .change = "sums of 4 by 4 columns in registers, vectors as wide as the processor's",
                .expectation = LADDER_EXPECTATION, LADDER_KNOBS(knobs)};
