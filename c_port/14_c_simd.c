// flags: -O3 -ffp-contract=fast
/* One core, as the compiler can make it fast.
 *
 * Changes: the whole step in one pass over padded fields; strips of 16 by 4 cells in registers, in
 *   vectors that the processor has; the half length is a constant of the code.
 * Why: c-restrict passes over the field once for every tap and once more for the driver's own loops, and
 *   loads what it summed before. Here a point is loaded once for 4 columns and stored once.
 * Equation: see columns.h; 2M+1 taps an axis.
 * Layout: z fastest, a frame of zeros, so no point is special.
 * Launch: one core, serial.
 * Work per point: 16 bytes a step if every value crosses once, 2 operations a tap and 6 more.
 * Run: ladder --stage=c-simd */
#include "c_port/loop_c.h"

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  (void)launch, (void)state; /* no knobs */
  return LADDER_OK;
}

FOR_THIS_PROCESSOR static void one_step(const struct columns *w) {
#define STEP(M) update_columns(w, M, w->step, 0, w->count)
  FOR_HALF_LENGTH(w->m, STEP)
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct columns *const w = &state->columns;
  for (int n = 0; n < count; ++n, ++w->step, w->fresh = 0) one_step(w);
  return LADDER_OK;
}

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "c-restrict",
    .change = "one pass a step: registers hold 16 by 4 cells, vectors as wide as the processor's",
    .expectation =
        "5 times c-restrict on one core: 33 multiply-adds a point at half the rate of the core",
    .bytes_per_point = 16,
    .operations_per_point = 6,
    .operations_per_tap = 2,
    LOOP_ENTRIES};
