// flags: -O3
/* The C port at -O3.
 *
 * Changes: the language. The loops are those of fortran/heat/step.inc, one to one.
 * Why: no step is expected to be slower. Fortran's arrays may not overlap, C's may: at -O3 GCC
 *   makes two versions of the loop and checks the overlap at run time, once a line of cells.
 * Expected: as fast as fortran within 10 %: a check for overlap costs 10 clocks on a line of 128
 *   cells that takes 100
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 8 operations.
 * Run: ladder --case=heat-128 --stage=c-O3 */
#include "c_port/heat/stage_c.h"
#include "c_port/heat/step_port.h"

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "fortran",
                .change = "the same loops in C",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                HOST_ENTRIES};
