/* The time loop of c-omp, as 12_c_omp.c explains it, for stages that differ from it by something
 * else: a team of threads, each on a core of its own, divides the planes of a step, with a barrier
 * a step. */
#include "c_port/wave3d/loop_3d.h"

/* Calls step(state, own) on every thread for every step; `own` is the thread's planes. */
static ladder_status advance_in_planes(ladder_state *state, int count,
                                       void (*step)(const ladder_state *, const struct part *)) {
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
      step(state, &own);
#pragma omp barrier
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  w->step += count;
  w->fresh = 0;
  return LADDER_OK;
}
