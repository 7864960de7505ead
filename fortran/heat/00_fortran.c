// flags: -O3
// sources: step.f90
/* The original: one step of the heat equation in Fortran, three loops.
 *
 * Changes: nothing; every other stage is measured against this one. A Fortran module cannot fill the
 * contract's table itself, so this file does it.
 * Equation: T(n+1) = T(n) + factor (sum of the six neighbours - 6 T(n)); the outermost cells stay. The heat
 *   capacity, which the post carries and never uses, is left out.
 * Layout: z fastest, no padding.
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 8 operations: 6 additions and 2 products.
 * Run: ladder --case=heat-128 --stage=fortran */
#include "c_port/heat/stage_c.h"
#include "harness/problems/heat/driver.h"

static void step_forward(const ladder_heat *c, const float *now, float *next) {
  ladder_heat_original_step(c, now, next);
}

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "heat",
                .name = LADDER_STAGE_NAME,
                .parent = NULL,
                .change = "the original, serial Fortran",
                .expectation =
                    "1 to 2 ms a step of 128^3 cells on one core: the loop over z vectorises, and "
                    "12 bytes a point cross the third-level cache at 12 to 25 GB/s",
                .bytes_per_point = 8,
                .operations_per_point = 8,
                HOST_ENTRIES};
