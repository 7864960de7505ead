// flags: -O3
// needs: nvptx-offload
// language: C OpenMP target
/* The step on the GPU, by OpenMP's directives on loops of C.
 *
 * Changes: `target teams distribute parallel for simd collapse(3)` instead of `parallel for` and
 *   `simd`; `target enter data` once, so that both fields stay on the device.
 * Why: every lane of every warp has a cell of its own. But the index of a cell is made anew from
 *   one counter by divisions, and the host waits for each step's kernel.
 * Expected: 20 to 50 times slower than naive on an H100 at 128^3: 49 teams cost 4 to 6 us each to
 *   start, in every step
 * Launch: `team` is lanes by threads of a team; `teams` share a loop, 49 for 128^3, since each that
 *   is started costs 4 to 6 us.
 * Run: ladder --case=heat-128 --stage=c-target */
#define LANGUAGE(function) ladder_heat_c_target_##function
#include "c_port/heat/language_run.h"
#pragma GCC diagnostic ignored "-Wunused-parameter" /* for GCC, a map does not use what it names */

void ladder_heat_c_target_stay(int32_t what, int32_t nz, int32_t nx, int32_t ny, float *now,
                               float *next) {
  const long cells = (long)nz * nx * ny;
  if (what == ENTER) {
#pragma omp target enter data map(alloc : now[:cells], next[:cells])
  } else if (what == TO_DEVICE) {
#pragma omp target update to(now[:cells], next[:cells])
  } else if (what == FROM_DEVICE) {
#pragma omp target update from(now[:cells])
  } else {
#pragma omp target exit data map(delete : now[:cells], next[:cells])
  }
}

void ladder_heat_c_target_take_step(TEAM_ARGUMENTS int32_t nz, int32_t nx, int32_t ny, float factor,
                                    float *now, float *next) {
  const long line = nz, plane = line * nx;
#pragma omp target teams distribute parallel for simd collapse(3) num_teams(teams) \
    thread_limit(threads)
  for (int iy = 1; iy < ny - 1; ++iy)
    for (int ix = 1; ix < nx - 1; ++ix)
      for (int iz = 1; iz < nz - 1; ++iz) {
        const long at = iz + line * ix + plane * iy;
        next[at] =
            now[at] + factor * ((now[at - 1] + now[at + 1]) + (now[at - line] + now[at + line]) +
                                (now[at - plane] + now[at + plane]) - 6 * now[at]);
      }
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "c-omp",
                .change =
                    "OpenMP target directives: the time loop runs on the GPU, a cell for a "
                    "lane",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                OFFLOAD_ENTRIES};

ON_HOST_TOO = {LADDER_HEAT_WORK, .problem = "heat", TABLE_ON_HOST};
