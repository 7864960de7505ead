// flags: -O2
/* The C port at -O2.
 *
 * Changes: only the compiler flag.
 * Why: registers are used. GCC 12 vectorises at -O2 only where no run-time check is needed, and without
 * restrict it would have to check that lap and p do not overlap.
 * Equation: L p, second derivatives along z, x, y by 2M+1 taps each; order set by the operator.
 * Layout: z fastest, no padding; the pressure beyond a border is zero because the taps that would
 * reach there are left out.
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap.
 * Run: ladder --stage=c-O2 */
#include "c_port/wave/convolution_port.h"
#include "c_port/wave/stage_c.h"

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "wave",
                .name = LADDER_STAGE_NAME,
                .parent = "c-O0",
                .change = "-O2 instead of -O0",
                .expectation =
                    "3 to 6 times faster than c-O0, yet 2 to 4 times slower than fortran: not "
                    "vectorised for fear of "
                    "aliasing",
                .bytes_per_point = 8,
                .operations_per_tap = 2,
                HOST_ENTRIES};
