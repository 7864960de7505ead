// flags: -O3 -ffp-contract=fast
/* One core, vectorised by the compiler.
 *
 * Changes: the pointers of a line promise not to overlap, products and sums are contracted to
 *   multiply-adds, and the loop is compiled for vectors as wide as the processor's.
 * Why: c-O3 is compiled for any x86-64, with vectors of 4 cells; today's processors have vectors of
 *   8 or 16. A vector takes 7 loads, two a clock, so 3.5 clocks for 16 cells where the nearest
 *   cache holds them; further away the caches bound it.
 * Expected: 1.5 times c-O3 on one core at 128^3: the loop wins 3 times, and the outer caches take
 *   half of that back; nothing where the memory bounds it
 * Launch: one core, serial.
 * Run: ladder --case=heat-128 --stage=c-simd */
#include "c_port/heat/line.h"
#include "c_port/heat/stage_c.h"

static void step_forward(const ladder_heat *c, const float *now, float *next) {
  for (long iy = 0; iy < c->ny; ++iy)
    for (long ix = 0; ix < c->nx; ++ix) step_line_of_field(c, ix, iy, now, next);
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "c-O3",
                .change = "restrict, multiply-adds, and vectors as wide as the processor's",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                HOST_ENTRIES};
