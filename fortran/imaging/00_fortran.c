// flags: -O3
// sources: original.f90
/* The original: reverse-time migration of one shot in Fortran, with the loops that equations (4) and (6) of
 * the document suggest.
 *
 * Changes: nothing; every other stage is measured against this one. A Fortran module cannot fill the
 * contract's table itself, so this file does it.
 * Equation: p(n+1) = S (2 p(n) - S p(n-1) + (v dt)^2 L p(n) + f), of order 2 in time and 2 M in space, 8
 *   unless the case says otherwise; I(x, h) = sum over image times of P_f(x + h) P_b(x - h).
 * Layout: z fastest, no padding; beyond the border the pressure is zero.
 * Launch: one core, serial.
 * Work per point and step: 16 bytes if every value crosses once, two operations a tap and seven more. An
 *   image time reads two fields and reads and writes every plane of both gathers: 8 bytes and 2 operations
 *   an offset and point.
 * Run: ladder --case=imaging-document --stage=fortran */
#include "c_port/imaging/stage_c.h"
#include "harness/problems/imaging/driver.h"

static void step_forward(const ladder_imaging *c, const float *now, float *before) {
  ladder_imaging_original_step(c, now, before);
}

static void multiply_fields(const ladder_imaging *c, const float *forward, const float *backward,
                            float *image, float *gather_x, float *gather_z, float *illumination) {
  ladder_imaging_original_image(c, forward, backward, image, gather_x, gather_z, illumination);
}

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "imaging",
                .name = LADDER_STAGE_NAME,
                .parent = NULL,
                .change = "the original, serial Fortran",
                .expectation =
                    "10 to 20 s for the document's case on one core: 2000 steps of 160000 points "
                    "take 1 ms each with their 17 taps in caches, and 100 image times update 26 "
                    "million values of gathers, which cross memory in 30 to 50 ms",
                .bytes_per_point = 16,
                .operations_per_point = 7,
                .operations_per_tap = 2,
                HOST_ENTRIES};
