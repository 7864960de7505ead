// flags: -O3
// sources: step.f90
/* The original: one step of the heat equation in Fortran, three loops.
 *
 * Changes: nothing; every other stage is measured against this one. A Fortran module cannot fill
 *   the contract's table itself, so this file does it.
 * Expected: 1 to 2 ms a step of 128^3 cells on one core: the loop over z vectorises, and 12 bytes a
 *   point cross the third-level cache at 12 to 25 GB/s
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 8 operations: 6 additions and 2 products.
 * Run: ladder --case=heat-128 --stage=fortran */
#define TAKES_GENERAL
#include "c_port/heat/stage_c.h"
#include "harness/problems/heat/driver.h"

static void step_forward(const ladder_heat *c, const float *now, float *next) {
  ladder_heat_original_step(c, now, next);
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = NULL,
                .change = "the original, serial Fortran",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                HOST_ENTRIES};
