// flags: -O3
// needs: tbb
// language: C++ parallel algorithms
/* The step by a parallel algorithm of the C++ standard library.
 *
 * Changes: `std::for_each(std::execution::par_unseq)` over lines instead of OpenMP's `parallel
 *   for`; it owns the time loop, so nothing is swapped by the driver.
 * Why: no directive, no line that is not C++. GCC's library gives the lines to the threads of TBB,
 *   which take them by stealing, where OpenMP's threads keep their lines from step to step. What a
 *   thread's caches hold of a step, another may need in the next.
 * Expected: 1.0 to 1.3 times the time of c-omp: the same loop along z, lines that wander between
 *   cores
 * Launch: `threads`, as many as there are cores unless it is given; TBB does not pin them.
 * Run: ladder --case=heat-128 --stage=par-unseq --threads=2 */
#define LANGUAGE(function) ladder_heat_par_unseq_##function
#include <algorithm>
#include <execution>

#include "c_port/heat/language_run.h"
#include "c_port/shared/tbb_threads.h"

void ladder_heat_par_unseq_take_step(int32_t nz, int32_t nx, int32_t ny, float factor, float *now,
                                     float *next) {
  const int *const lines = numbers(nx * ny);
  const long line = nz, plane = line * nx;
  std::for_each(std::execution::par_unseq, lines, lines + nx * ny, [=](int i) {
    const int ix = i % nx, iy = i / nx;
    if (ix == 0 || ix == nx - 1 || iy == 0 || iy == ny - 1) return;
    for (long at = line * i + 1; at < line * i + line - 1; ++at)
      next[at] =
          now[at] + factor * ((now[at - 1] + now[at + 1]) + (now[at - line] + now[at + line]) +
                              (now[at - plane] + now[at + plane]) - 6 * now[at]);
  });
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "c-omp",
                .change = "std::for_each(par_unseq) over lines, on the threads of TBB",
                .expectation = LADDER_EXPECTATION,
                THREAD_KNOBS,
                LADDER_HEAT_WORK,
                THREAD_ENTRIES};
