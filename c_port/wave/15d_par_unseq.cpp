// flags: -O3
// needs: tbb
// language: C++ parallel algorithms
/* The whole time step by parallel algorithms of the C++ standard library.
 *
 * Changes: `std::for_each(std::execution::par_unseq)` over the columns of the convolution and of
 *   the driver's time step; a column's sums are made in strips of 64 cells.
 * Why: no directive, no line that is not C++. GCC's library gives the columns to the threads of
 *   TBB. But the compiler vectorises for any x86-64 processor, 4 floats at once, and a step has two
 *   such calls, each 5 to 20 us to divide and to wait.
 * Expected: 1.3 to 2 times faster than fortran-omp, whose driver is serial; 2 to 4 times slower
 *   than c-omp, which has wide vectors and columns abreast
 * Launch: `threads`, as many as there are cores unless it is given; TBB does not pin them.
 * Work per point: 16 bytes a step if every value crosses once, 2 operations a tap and 6 more.
 * Run: ladder --stage=par-unseq --threads=2 */
#define LANGUAGE(function) ladder_par_unseq_##function
#include <algorithm>
#include <execution>

#include "c_port/shared/float_mode.h"
#include "c_port/shared/tbb_threads.h"
#include "c_port/wave/language_run.h"

void ladder_par_unseq_take_step(int32_t step, CASE_ARGUMENTS, float *now, float *other,
                                float *traces) {
  constexpr int strip = 64;  // cells whose sums the nearest cache holds
  const int *const columns = numbers(nx * ny);
  const long column = nz, plane = column * nx;
  const unsigned mode = float_mode();
  std::for_each(std::execution::par_unseq, columns, columns + nx * ny, [=](int i) {
    const int ix = i % nx, iy = i / nx;
    set_float_mode(mode);
    for (int first = 0; first < nz; first += strip) {
      const int cells = std::min(strip, nz - first);
      const float *const p = now + column * i + first;
      float lap[strip] = {};
      for (int k = -m; k <= m; ++k)
        for (int z = std::max(0, -k - first); z < std::min(cells, nz - k - first); ++z)
          lap[z] += taps_z[m + k] * p[z + k];
      for (int k = std::max(-m, -ix); k <= std::min(m, nx - 1 - ix); ++k)
        for (int z = 0; z < cells; ++z) lap[z] += taps_x[m + k] * p[z + column * k];
      for (int k = std::max(-m, -iy); k <= std::min(m, ny - 1 - iy); ++k)
        for (int z = 0; z < cells; ++z) lap[z] += taps_y[m + k] * p[z + plane * k];
      float *const q = other + column * i + first;
      const float *const factor = v2dt2 + column * i + first;
      for (int z = 0; z < cells; ++z) q[z] = 2 * p[z] - q[z] + factor[z] * lap[z];
    }
  });
  for (int i = 0; i < sources; ++i)
    other[source_cells[i].z + column * source_cells[i].x + plane * source_cells[i].y] +=
        wavelets[static_cast<long>(i) * steps + step];
  std::for_each(std::execution::par_unseq, columns, columns + nx * ny, [=](int i) {
    const float of_column = sponge_x[i % nx] * sponge_y[i / nx];
    set_float_mode(mode);
    for (int z = 0; z < nz; ++z) {
      other[column * i + z] *= of_column * sponge_z[z];
      now[column * i + z] *= of_column * sponge_z[z];
    }
  });
  for (int i = 0; i < receivers; ++i)
    traces[static_cast<long>(step + 1) * receivers + i] =
        other[receiver_cells[i].z + column * receiver_cells[i].x + plane * receiver_cells[i].y];
}

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "c-restrict",
                .change =
                    "std::for_each(par_unseq) over columns in the whole time step, on the "
                    "threads of TBB",
                .expectation = LADDER_EXPECTATION,
                THREAD_KNOBS,
                LADDER_WAVE_LOOP_WORK,
                THREAD_ENTRIES};
