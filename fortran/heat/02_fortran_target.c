// flags: -O3
// needs: nvptx-offload
// sources: step_target.f90
// language: Fortran OpenMP target
/* The original's loops on the GPU, by OpenMP's directives.
 *
 * Changes: `target teams distribute parallel do` instead of `parallel do`, `simd` on the loop along
 *   z, and `target enter data` once, so that both fields stay on the device.
 * Why: three lines of directives and no line of CUDA. Neighbours along z are next to each other in
 *   memory, and a warp reads them so. But a team is of 8 warps, which GCC starts anew for each
 *   kernel, and libgomp waits for each step's kernel.
 * Expected: 20 to 50 times slower than naive on an H100 at 128^3: 49 teams cost 4 to 6 us each to
 *   start, in every step
 * Launch: `team` is lanes by threads of a team; `teams` share a loop, 49 for 128^3, since each that
 *   is started costs 4 to 6 us.
 * Run: ladder --case=heat-128 --stage=fortran-target */
#define LANGUAGE(function) ladder_heat_target_##function
#include "c_port/heat/language_run.h"

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "fortran-omp",
                .change =
                    "OpenMP target directives: the time loop runs on the GPU, the fields stay "
                    "there",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                OFFLOAD_ENTRIES};

ON_HOST_TOO = {LADDER_HEAT_WORK, .problem = "heat", TABLE_ON_HOST};
