// flags: -O3
/* The C port at -O3.
 *
 * Changes: only the compiler flag.
 * Why: at -O3 GCC makes two versions of each loop and checks the overlap at run time, so the vector
 *   version runs after all.
 * Expected: as fast as fortran within 10 %: the thesis saw no gain here, its compiler did not
 *   vectorise
 * Launch: one core, serial.
 * Run: ladder --stage=c-O3 */
#include "c_port/wave/convolution_port.h"
#include "c_port/wave/stage_c.h"

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "c-O2",
                .change = "-O3 instead of -O2",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_OPERATOR_WORK,
                HOST_ENTRIES};
