// flags: -O3 -ffp-contract=fast
/* One core, with sums in registers and wide vectors.
 *
 * Changes: the whole step in one pass over padded fields; strips of 16 by 4 cells in registers, 32
 *   by 4 with AVX-512, in the processor's vectors; the half-length is a constant of the code
 *   (columns_update.h).
 * Why: c-restrict passes over the field once for every tap and once more for the driver's own
 *   loops, and reloads its partial sums. Here a point is loaded once for 4 columns and stored once.
 *   A core with AVX-512 does as many multiply-adds of 16 floats in a second as of 8, so code in
 *   vectors of 8, as this stage had before and Devito's has, reaches less than half of the core's
 *   rate.
 * Expected: 5 times c-restrict on one core: 33 multiply-adds a point at half the rate of the core
 * Launch: one core, serial; `vectors`, the floats of a vector.
 * Work per point: 16 bytes a step if every value crosses once, 2 operations a tap and 6 more.
 * Run: ladder --stage=c-simd */
#include "c_port/wave/columns_step.h"
#include "c_port/wave/loop_c.h"

enum { knob_vectors };

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  const int asked = launch->knob[knob_vectors][0];
  state->columns.vectors = asked ? asked : longest_vectors();
  state->used.knob[knob_vectors][0] = asked;
  if (state->columns.vectors == 8 || state->columns.vectors == longest_vectors()) return LADDER_OK;
  why = "vectors must be 8 or 16 floats, and 16 need AVX-512";
  return LADDER_REFUSED;
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct columns *const w = &state->columns;
  for (int n = 0; n < count; ++n, ++w->step, w->fresh = 0) update_columns(w, w->step, 0, w->count);
  return LADDER_OK;
}

static const ladder_knob knobs[] = {
    LADDER_KNOB(vectors,
                "floats: 8 (AVX2, or what there is) or 16 (AVX-512); "
                "the longest unless given",
                NULL, 1, {0}, {8}, {16})};

LADDER_STAGE = {
    LADDER_WAVE_FRAME,
    .parent = "c-restrict",
    .change = "one pass a step: registers hold 16 by 4 cells, vectors as wide as the processor's",
    .expectation = LADDER_EXPECTATION,
    LADDER_WAVE_LOOP_WORK,
    LADDER_KNOBS(knobs),
    LOOP_ENTRIES};
