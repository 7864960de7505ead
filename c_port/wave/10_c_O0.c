// flags: -O0
/* The C port without optimisation.
 *
 * Changes: Fortran to C, line by line, and the optimiser off.
 * Why: it does not help; the thesis began its table of C run times here, and every array access
 *   goes through memory.
 * Expected: at least 8 times slower than fortran: nothing stays in registers
 * Launch: one core, serial.
 * Run: ladder --stage=c-O0 */
#include "c_port/wave/convolution_port.h"
#include "c_port/wave/stage_c.h"

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "fortran",
                .change = "C instead of Fortran, one to one, -O0",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_OPERATOR_WORK,
                HOST_ENTRIES};
