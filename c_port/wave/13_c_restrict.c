// flags: -O3
/* The C port with restrict.
 *
 * Changes: restrict on every pointer.
 * Why: the thesis guessed that possible aliasing made C slower than Fortran. restrict makes the
 *   promise that Fortran makes. At -O3 the compiler already checks at run time, once per loop.
 * Expected: under 5 %: the run-time overlap check costs a few instructions for each column of 310
 * Launch: one core, serial.
 * Run: ladder --stage=c-restrict */
#define RESTRICT restrict
#include "c_port/wave/convolution_port.h"
#include "c_port/wave/stage_c.h"

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "c-O3",
                .change = "restrict on all pointers",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_OPERATOR_WORK,
                HOST_ENTRIES};
