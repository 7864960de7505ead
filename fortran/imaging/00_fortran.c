// flags: -O3
// sources: original.f90
/* The original: reverse-time migration of one shot in Fortran, with the loops that equations (4)
 * and (6) of the document suggest.
 *
 * Changes: nothing; every other stage is measured against this one. A Fortran module cannot fill
 *   the contract's table itself, so this file does it.
 * Expected: 10 to 20 s for the document's case on one core: 2000 steps of 160000 points take 1 ms
 *   each with their 17 taps in caches, and 100 image times update 26 million values of gathers,
 *   which cross memory in 30 to 50 ms
 * Launch: one core, serial.
 * Work per point and step: 16 bytes if every value crosses once, two operations a tap and seven
 *   more. An image time reads two fields and reads and writes every plane of both gathers: 8 bytes
 *   and 2 operations an offset and point.
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

LADDER_STAGE = {LADDER_IMAGING_FRAME,
                .parent = NULL,
                .change = "the original, serial Fortran",
                .expectation = LADDER_EXPECTATION,
                LADDER_IMAGING_WORK,
                HOST_ENTRIES};
