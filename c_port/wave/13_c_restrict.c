// flags: -O3
/* The C port with restrict.
 *
 * Changes: restrict on every pointer.
 * Why: the thesis guessed that possible aliasing made C slower than Fortran. restrict makes the
 * promise that Fortran makes. At -O3 the compiler already checks at run time, once per loop.
 * Equation: L p, second derivatives along z, x, y by 2M+1 taps each; order set by the operator.
 * Layout: z fastest, no padding; the pressure beyond a border is zero because the taps that would
 * reach there are left out.
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap.
 * Run: ladder --stage=c-restrict */
#define RESTRICT restrict
#include "c_port/wave/convolution_port.h"
#include "c_port/wave/stage_c.h"

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "c-O3",
    .change = "restrict on all pointers",
    .expectation =
        "under 5 %: the run-time overlap check costs a few instructions for each column of 310",
    .bytes_per_point = 8,
    .operations_per_tap = 2,
    HOST_ENTRIES};
