// flags: -O3
// needs: nvptx-offload
// language: C OpenMP target
/* The whole time step on the GPU, by OpenMP's directives on loops of C.
 *
 * Changes: the loops of c-restrict and of the driver's time step, each under `target teams
 *   distribute parallel for simd`, a cell for a lane; `target enter data` once.
 * Why: `collapse(3)` gives every lane of every warp a cell, whatever the length of a column, and a
 *   cell sums in a register. But GCC starts teams anew for each of four kernels a step, and the
 *   host waits for each.
 * Expected: 0.3 to 0.6 ms a step of the thesis' grid on an H100, 2 times faster than
 *   fortran-target: a cell sums in a register, four kernels a step instead of six
 * Launch: `team` and `teams` as for fortran-target; one team for sources and receivers.
 * Run: ladder --stage=c-target */
#define LANGUAGE(function) ladder_c_target_##function
#include "c_port/wave/language_run.h"
#pragma GCC diagnostic ignored "-Wunused-parameter" /* for GCC, a map does not use what it names */

void ladder_c_target_stay(int32_t what, CASE_ARGUMENTS, float *now, float *other, float *traces) {
  const long cells = (long)nz * nx * ny, samples = (long)receivers * (steps + 1), taps = 2 * m + 1;
  const long ends = (long)sources * steps;
  if (what == ENTER) {
#pragma omp target enter data map(alloc : now[:cells], other[:cells], traces[:samples])
#pragma omp target enter data map(to : taps_z[:taps], taps_x[:taps], taps_y[:taps])
#pragma omp target enter data map(to : v2dt2[:cells], sponge_z[:nz], sponge_x[:nx], sponge_y[:ny])
#pragma omp target enter data map(to : source_cells[:sources], receiver_cells[:receivers])
#pragma omp target enter data map(to : wavelets[:ends])
  } else if (what == TO_DEVICE) {
#pragma omp target update to(now[:cells], other[:cells], traces[:samples])
  } else if (what == FROM_DEVICE) {
#pragma omp target update from(now[:cells], other[:cells], traces[:samples])
  } else {
#pragma omp target exit data map(delete : now[:cells], other[:cells], traces[:samples])
#pragma omp target exit data map(delete : taps_z[:taps], taps_x[:taps], taps_y[:taps])
#pragma omp target exit data map(delete : v2dt2[:cells])
#pragma omp target exit data map(delete : sponge_z[:nz], sponge_x[:nx], sponge_y[:ny])
#pragma omp target exit data map(delete : source_cells[:sources], receiver_cells[:receivers])
#pragma omp target exit data map(delete : wavelets[:ends])
  }
}

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

void ladder_c_target_take_step(TEAM_ARGUMENTS int32_t step, CASE_ARGUMENTS, float *now,
                               float *other, float *traces) {
  const long column = nz, plane = column * nx;
#pragma omp target teams distribute parallel for simd collapse(3) num_teams(teams) \
    thread_limit(threads)
  for (int iy = 0; iy < ny; ++iy)
    for (int ix = 0; ix < nx; ++ix)
      for (int iz = 0; iz < nz; ++iz) {
        const long at = iz + column * ix + plane * iy;
        float lap = 0;
        for (int k = larger(-m, -iz); k <= smaller(m, nz - 1 - iz); ++k)
          lap += taps_z[m + k] * now[at + k];
        for (int k = larger(-m, -ix); k <= smaller(m, nx - 1 - ix); ++k)
          lap += taps_x[m + k] * now[at + column * k];
        for (int k = larger(-m, -iy); k <= smaller(m, ny - 1 - iy); ++k)
          lap += taps_y[m + k] * now[at + plane * k];
        other[at] = 2 * now[at] - other[at] + v2dt2[at] * lap;
      }
  if (sources > 0) {
#pragma omp target teams distribute parallel for simd num_teams(1) thread_limit(threads)
    for (int i = 0; i < sources; ++i)
      other[source_cells[i].z + column * source_cells[i].x + plane * source_cells[i].y] +=
          wavelets[(long)i * steps + step];
  }
#pragma omp target teams distribute parallel for simd collapse(3) num_teams(teams) \
    thread_limit(threads)
  for (int iy = 0; iy < ny; ++iy)
    for (int ix = 0; ix < nx; ++ix)
      for (int iz = 0; iz < nz; ++iz) {
        const float factor = sponge_x[ix] * sponge_y[iy] * sponge_z[iz];
        other[iz + column * ix + plane * iy] *= factor;
        now[iz + column * ix + plane * iy] *= factor;
      }
  if (receivers > 0) {
#pragma omp target teams distribute parallel for simd num_teams(1) thread_limit(threads)
    for (int i = 0; i < receivers; ++i)
      traces[(long)(step + 1) * receivers + i] =
          other[receiver_cells[i].z + column * receiver_cells[i].x + plane * receiver_cells[i].y];
  }
}

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "c-restrict",
                .change =
                    "OpenMP target directives on C: the time loop runs on the GPU, a cell for "
                    "a lane",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_LOOP_WORK,
                OFFLOAD_ENTRIES};

ON_HOST_TOO = {LADDER_WAVE_LOOP_WORK, .problem = "wave", TABLE_ON_HOST};
