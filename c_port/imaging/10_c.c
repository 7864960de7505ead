// flags: -O3
/* The C port at -O3.
 *
 * Changes: the language. The loops are those of fortran/imaging/loops.inc, one to one.
 * Why: no step is expected to be slower. The sums along z go through one column of 1.6 kB, as in
 *   Fortran.
 * Expected: as fast as fortran within 10 %: the same loops vectorise
 * Launch: one core, serial.
 * Work per point and step: 16 bytes if every value crosses once, two operations a tap and seven
 *   more; of an image time 8 bytes and 2 operations an offset.
 * Run: ladder --case=imaging-document --stage=c */
#include "c_port/imaging/column.h"
#include "c_port/imaging/stage_c.h"

static void step_forward(const ladder_imaging *c, const float *now, float *before) {
  for (int ix = 0; ix < c->nx; ++ix) step_column(c, ix, now, before);
}

static void multiply_fields(const ladder_imaging *c, const float *forward, const float *backward,
                            float *image, float *gather_x, float *gather_z, float *illumination) {
  for (int ix = 0; ix < c->nx; ++ix)
    multiply_column(c, ix, forward, backward, image, gather_x, gather_z, illumination);
}

LADDER_STAGE = {LADDER_IMAGING_FRAME,
                .parent = "fortran",
                .change = "the same loops in C",
                .expectation = LADDER_EXPECTATION,
                LADDER_IMAGING_WORK,
                HOST_ENTRIES};
