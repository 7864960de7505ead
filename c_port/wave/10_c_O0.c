// flags: -O0
/* The C port without optimisation.
 *
 * Changes: Fortran to C, line by line, and the optimiser off.
 * Why: it does not help; the thesis began its table of C run times here, and every array access goes
 * through memory.
 * Equation: L p, second derivatives along z, x, y by 2M+1 taps each; order set by the operator.
 * Layout: z fastest, no padding; the pressure beyond a border is zero because the taps that would
 * reach there are left out.
 * Launch: one core, serial.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap.
 * Run: ladder --stage=c-O0 */
#include "c_port/wave/convolution_port.h"
#include "c_port/wave/stage_c.h"

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "wave",
                .name = LADDER_STAGE_NAME,
                .parent = "fortran",
                .change = "C instead of Fortran, one to one, -O0",
                .expectation = "at least 8 times slower than fortran: nothing stays in registers",
                .bytes_per_point = 8,
                .operations_per_tap = 2,
                HOST_ENTRIES};
