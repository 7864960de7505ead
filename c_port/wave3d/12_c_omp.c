// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
// language: C OpenMP
/* All cores.
 *
 * Changes: the planes of a step are divided among threads, each pinned to a core; a barrier a step.
 * Why: the comparison with a GPU is fair only against the whole processor, and one core does not
 *   fill the memory bus.
 * Expected: as many times c-simd as there are cores, up to the speed of the memory
 * Launch: `threads`, as many as there are cores unless it is given.
 * Run: ladder --case=salt3d --stage=c-omp --threads=2 */
#include "c_port/wave3d/loop_3d.h"

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  return prepare_threads(launch, state);
}

static ladder_status advance_by(ladder_state *state, int count) {
  struct volume *const w = &state->volume;
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(state->threads)
  {
    const int k = omp_get_thread_num(), n = omp_get_num_threads(), ny = w->the_case->ny;
    take_core(&allowed, k);
    set_float_mode(mode);
    for (int s = 0; s < count; ++s) {
      struct part own = whole_step(w, w->step + s);
      own.y = first_plane(k, n, ny);
      own.y_end = first_plane(k + 1, n, ny);
      ladder_wave3d_update(w, &own);
#pragma omp barrier
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  w->step += count;
  w->fresh = 0;
  return LADDER_OK;
}

static const ladder_knob knobs[] = {THREADS_KNOB(1024)};

LADDER_STAGE = {LOOP_ENTRIES, .parent = "c-simd",
                .change = "the planes are divided among threads, each pinned to a core",
                .expectation = LADDER_EXPECTATION, LADDER_KNOBS(knobs)};
