// flags: -O3 -fopenmp -D_GNU_SOURCE
// sources: convolution_omp.f90
/* The original on all cores, by directives.
 *
 * Changes: `!$omp parallel do` over the columns of each pass of the convolution, nothing else.
 * Why: it is what a Fortran shop tries first. A column is summed by one thread in the order of the
 *   original, so the result is the same to the bit. But the driver's own loops (time step, taper,
 *   record) stay serial, and they are what Amdahl's law leaves: of the original's time on the H100
 *   machine of results/ they took s = 11.4 %, so n cores give 1 / (s + (1 - s) / n) at most: 1.8
 *   times on 2, 5.9 on 16, never 8.8. Less, where those loops then fetch from other cores' caches
 *   what the threads wrote.
 * Equation: L p, second derivatives along z, x, y by 2M+1 taps each; order set by the operator.
 * Layout: z fastest, no padding; how far a point is from a border decides how many taps apply.
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; two forks
 *   and joins a step in two dimensions, three in three.
 * Work per point: 8 bytes if every value crosses once, 2 operations a tap.
 * Run: ladder --stage=fortran-omp --threads=2 */
#include <stdlib.h>

#include "c_port/shared/threads.h"
#include "harness/problems/wave/wave.h"

void ladder_omp_laplacian(const ladder_wave *problem, const float *p, float *lap);

struct ladder_state {
  const ladder_wave *problem;
  cpu_set_t allowed; /* before this state pinned anything */
  ladder_launch used;
  unsigned mode; /* of floating point, as the threads have it */
  int threads, prepared;
};

static const char *why = "nothing failed";

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_wave *problem = the_case;
  *state = NULL;
  const int threads = launch->knob[0][0] ? launch->knob[0][0] : allowed_cores();
  if (threads > allowed_cores()) {
    why = "more threads than cores that this process may use: they would wait for each other";
    return LADDER_REFUSED;
  }
  ladder_state *made = calloc(1, sizeof *made);
  if (!made) {
    why = "the host has no memory left";
    return LADDER_OUT_OF_MEMORY;
  }
  made->problem = problem;
  made->threads = threads;
  made->used.knob[0][0] = threads;
  sched_getaffinity(0, sizeof made->allowed, &made->allowed);
  *state = made;
  return LADDER_OK;
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = state->used;
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return why;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  if (state->prepared) sched_setaffinity(0, sizeof state->allowed, &state->allowed);
  free(state);
}

/* The team of threads outlives a step, so its cores and its mode of floating point are set once, and
 * again only where the caller's mode is another. Says how many threads there really are. */
static int prepare(ladder_state *state) {
  const unsigned mode = float_mode();
  if (state->prepared && state->mode == mode) return state->threads;
  int there = 0;
#pragma omp parallel num_threads(state->threads) reduction(+ : there)
  {
    take_core(&state->allowed, omp_get_thread_num());
    set_float_mode(mode);
    there = 1;
  }
  state->mode = mode;
  state->prepared = 1;
  return there;
}

static ladder_status laplacian(ladder_state *state, const float *p, float *lap) {
  if (prepare(state) != state->threads) {
    why = "OpenMP gave fewer threads than were asked for: look at OMP_THREAD_LIMIT and OMP_DYNAMIC";
    return LADDER_FAILED;
  }
  const int before = omp_get_max_threads();
  omp_set_num_threads(state->threads);
  ladder_omp_laplacian(state->problem, p, lap);
  omp_set_num_threads(before);
  return LADDER_OK;
}

static const ladder_knob knobs[] = {{.name = "threads",
                                     .unit = "threads, each on a core; all cores unless given",
                                     .values = 1,
                                     .preset = {0},
                                     .least = {1},
                                     .most = {1024}}};

static const ladder_wave_entries entries = {.laplacian = laplacian};

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "wave",
                .name = LADDER_STAGE_NAME,
                .parent = "fortran",
                .change = "OpenMP directives on the loops over columns of the convolution",
                .expectation =
                    "the driver's loops stay serial, 11 % of the original: 1.8 times it on 2 "
                    "cores, 5.9 on 16, never 8.8",
                .knobs = 1,
                .knob = knobs,
                .bytes_per_point = 8,
                .operations_per_tap = 2,
                .create = create,
                .launch_used = launch_used,
                .last_error = last_error,
                .destroy = destroy,
                .entries = &entries};
