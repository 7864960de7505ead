// flags: -O3
/* The C port at -O3.
 *
 * Changes: only the compiler flag.
 * Why: at -O3 GCC makes two versions of each loop and checks the overlap at run time, so the vector
 * version runs after all.
 * Equation: L p, second derivatives along z, x, y by 2M+1 taps each; order set by the operator.
 * Layout: z fastest, no padding; the pressure beyond a border is zero because the taps that would
 * reach there are left out.
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap.
 * Run: ladder --stage=c-O3 */
#include "c_port/wave/convolution_port.h"
#include "c_port/wave/stage_c.h"

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "wave",
                .name = LADDER_STAGE_NAME,
                .parent = "c-O2",
                .change = "-O3 instead of -O2",
                .expectation =
                    "as fast as fortran within 10 %: the thesis saw no gain here, its compiler did "
                    "not vectorise",
                .bytes_per_point = 8,
                .operations_per_tap = 2,
                HOST_ENTRIES};
