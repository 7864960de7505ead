// flags: -O3 -fopenmp -D_GNU_SOURCE
/* All cores.
 *
 * Changes: columns are divided among threads, in propagation and in imaging.
 * Why: no column of a result depends on another one. A step of 400 columns takes a core 1 ms, so a fork and
 *   join costs little in comparison; imaging is bound by the memory that all cores share.
 * Equation: p(n+1) = S (2 p(n) - S p(n-1) + (v dt)^2 L p(n) + f), order 2 M in space; I(x, h) = sum over
 *   image times of P_f(x + h) P_b(x - h).
 * Layout: z fastest, no padding; beyond the border the pressure is zero.
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; one fork and
 *   join a step and another one an image time.
 * Work per point and step: 16 bytes if every value crosses once, two operations a tap and seven more; of an
 *   image time 8 bytes and 2 operations an offset.
 * Run: ladder --case=imaging-document --stage=c-omp --threads=4 */
#include "c_port/imaging/column.h"
#include "c_port/imaging/threads_c.h"

static void step_forward(const ladder_imaging *c, int threads, const float *now, float *before) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int ix = 0; ix < c->nx; ++ix) step_column(c, ix, now, before);
}

static void multiply_fields(const ladder_imaging *c, int threads, const float *forward,
                            const float *backward, float *image, float *gather_x, float *gather_z,
                            float *illumination) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int ix = 0; ix < c->nx; ++ix)
    multiply_column(c, ix, forward, backward, image, gather_x, gather_z, illumination);
}

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "imaging",
                .name = LADDER_STAGE_NAME,
                .parent = "c",
                .change = "columns are divided among all cores",
                .expectation =
                    "0.9 times as many cores as there are in the steps, up to 16; in the products "
                    "as fast as the memory, where caches do not hold the gathers",
                .bytes_per_point = 16,
                .operations_per_point = 7,
                .operations_per_tap = 2,
                TEAM_ENTRIES};
