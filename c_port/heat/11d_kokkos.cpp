// flags: -O3 -fopenmp
// needs: kokkos
// language: C++ Kokkos
/* The step by Kokkos, whose loops run on cores or on a GPU, whatever it was built for.
 *
 * Changes: `Kokkos::parallel_for` over lines, and within one over its cells, of views with three
 *   indices, instead of `std::for_each` over lines.
 * Why: the source names neither threads nor memory. Here it is Kokkos' OpenMP: a line is a team of
 *   one thread, its cells are the lanes; on a GPU lines would be blocks. A policy over all cells,
 *   which is shorter, was several times slower: its loops over tiles are no vectors.
 * Expected: 1.0 to 1.3 times the time of par-unseq: the same loop along z, lines are divided by
 *   OpenMP
 * Launch: `threads`, as many as there are cores unless it is given; they are not pinned.
 * Run: ladder --case=heat-128 --stage=kokkos --threads=2 */
#define LANGUAGE(function) ladder_heat_kokkos_##function
#include "c_port/heat/language_run.h"
#include "c_port/shared/kokkos_threads.h"

void ladder_heat_kokkos_take_step(int32_t nz, int32_t nx, int32_t ny, float factor, float *now,
                                  float *next) {
  const Volume<const float> t(now, nz, nx, ny);
  const Volume<float> after(next, nz, nx, ny);
  Kokkos::parallel_for(
      Columns(*team, nx * ny, 1), KOKKOS_LAMBDA(const Column &line) {
        const int ix = line.league_rank() % nx, iy = line.league_rank() / nx;
        if (ix == 0 || ix == nx - 1 || iy == 0 || iy == ny - 1) return;
        Kokkos::parallel_for(Kokkos::ThreadVectorRange(line, 1, nz - 1), [&](int z) {
          after(z, ix, iy) =
              t(z, ix, iy) + factor * ((t(z - 1, ix, iy) + t(z + 1, ix, iy)) +
                                       (t(z, ix - 1, iy) + t(z, ix + 1, iy)) +
                                       (t(z, ix, iy - 1) + t(z, ix, iy + 1)) - 6 * t(z, ix, iy));
        });
      });
  team->fence();
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "par-unseq",
                .change = "Kokkos::parallel_for over lines and cells, on the threads of OpenMP",
                .expectation = LADDER_EXPECTATION,
                THREAD_KNOBS,
                LADDER_HEAT_WORK,
                THREAD_ENTRIES};
