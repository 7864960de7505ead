// flags: -O3 -fopenmp
// needs: kokkos
// language: C++ Kokkos
/* The whole time step by Kokkos, whose loops run on cores or on a GPU, whatever it was built for.
 *
 * Changes: `Kokkos::parallel_for` over columns, and within one over its cells, of views with three
 *   indices, instead of `std::for_each`; a column's sums are in Kokkos' scratch memory.
 * Why: the source names neither threads nor memory. Here it is Kokkos' OpenMP: a column is a team
 *   of one thread, its cells are the lanes; on a GPU columns would be blocks and scratch shared
 *   memory. A policy over all cells, which is shorter, was several times slower.
 * Expected: 1.0 to 1.5 times the time of par-unseq: the same sums, of a column in place of a strip
 * Launch: `threads`, as many as there are cores unless it is given; they are not pinned.
 * Run: ladder --stage=kokkos --threads=2 */
#define LANGUAGE(function) ladder_kokkos_##function
#include <algorithm>

#include "c_port/shared/float_mode.h"
#include "c_port/shared/kokkos_threads.h"
#include "c_port/wave/language_run.h"

void ladder_kokkos_take_step(int32_t step, CASE_ARGUMENTS, float *now, float *other,
                             float *traces) {
  const Volume<float> p(now, nz, nx, ny), q(other, nz, nx, ny);
  const Volume<const float> factor(v2dt2, nz, nx, ny);
  const unsigned mode = float_mode();
  using Sums = Kokkos::View<float *, Column::scratch_memory_space, Kokkos::MemoryUnmanaged>;
  const auto room = Kokkos::PerTeam(Sums::shmem_size(nz));
  Kokkos::parallel_for(
      Columns(*team, nx * ny, 1).set_scratch_size(0, room), KOKKOS_LAMBDA(const Column &column) {
        const int ix = column.league_rank() % nx, iy = column.league_rank() / nx;
        const auto cells = Kokkos::ThreadVectorRange(column, 0, nz);
        const Sums lap(column.team_scratch(0), nz);
        set_float_mode(mode);
        Kokkos::parallel_for(cells, [&](int z) { lap(z) = 0; });
        for (int k = -m; k <= m; ++k)
          Kokkos::parallel_for(
              Kokkos::ThreadVectorRange(column, std::max(0, -k), std::min(nz, nz - k)),
              [&](int z) { lap(z) += taps_z[m + k] * p(z + k, ix, iy); });
        for (int k = std::max(-m, -ix); k <= std::min(m, nx - 1 - ix); ++k)
          Kokkos::parallel_for(cells, [&](int z) { lap(z) += taps_x[m + k] * p(z, ix + k, iy); });
        for (int k = std::max(-m, -iy); k <= std::min(m, ny - 1 - iy); ++k)
          Kokkos::parallel_for(cells, [&](int z) { lap(z) += taps_y[m + k] * p(z, ix, iy + k); });
        Kokkos::parallel_for(cells, [&](int z) {
          q(z, ix, iy) = 2 * p(z, ix, iy) - q(z, ix, iy) + factor(z, ix, iy) * lap(z);
        });
      });
  Kokkos::parallel_for(
      Kokkos::RangePolicy<Team>(*team, 0, sources), KOKKOS_LAMBDA(int i) {
        const ladder_cell at = source_cells[i];
        q(at.z, at.x, at.y) += wavelets[static_cast<long>(i) * steps + step];
      });
  Kokkos::parallel_for(
      Columns(*team, nx * ny, 1), KOKKOS_LAMBDA(const Column &column) {
        const int ix = column.league_rank() % nx, iy = column.league_rank() / nx;
        set_float_mode(mode);
        Kokkos::parallel_for(Kokkos::ThreadVectorRange(column, 0, nz), [&](int z) {
          q(z, ix, iy) *= sponge_x[ix] * sponge_y[iy] * sponge_z[z];
          p(z, ix, iy) *= sponge_x[ix] * sponge_y[iy] * sponge_z[z];
        });
      });
  Kokkos::parallel_for(
      Kokkos::RangePolicy<Team>(*team, 0, receivers), KOKKOS_LAMBDA(int i) {
        const ladder_cell at = receiver_cells[i];
        traces[static_cast<long>(step + 1) * receivers + i] = q(at.z, at.x, at.y);
      });
  team->fence();
}

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "par-unseq",
                .change =
                    "Kokkos::parallel_for over columns and cells in the whole time step, on the "
                    "threads of OpenMP",
                .expectation = LADDER_EXPECTATION,
                THREAD_KNOBS,
                LADDER_WAVE_LOOP_WORK,
                THREAD_ENTRIES};
