// flags: -O2
/* The C port at -O2.
 *
 * Changes: only the compiler flag.
 * Why: registers are used. GCC 12 vectorises at -O2 only where no run-time check is needed, and
 *   without restrict it would have to check that lap and p do not overlap.
 * Expected: 3 to 6 times faster than c-O0, yet 2 to 4 times slower than fortran: not vectorised for
 *   fear of aliasing
 * Launch: one core, serial.
 * Run: ladder --stage=c-O2 */
#include "c_port/wave/convolution_port.h"
#include "c_port/wave/stage_c.h"

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "c-O0",
                .change = "-O2 instead of -O0",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_OPERATOR_WORK,
                HOST_ENTRIES};
