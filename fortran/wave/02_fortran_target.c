// flags: -O3
// needs: nvptx-offload
// sources: time_step_target.f90 target_run.f90
// language: Fortran OpenMP target
/* The original and its whole time step on the GPU, by directives.
 *
 * Changes: `target` directives instead of `parallel do`, on the loops of the time step too; `target
 *   enter data` once, so that the fields stay on the device, as in the stage resident.
 * Longer than a slide: a Fortran module cannot fill the table of a stage that owns the time loop,
 *   so the file does it: memory of the device, launch and entries.
 * Why: it is what a Fortran shop tries first on a GPU: no line of CUDA. But lap is read and written
 *   in memory at each of the 2 (2M+1) taps, as in the original; a column is a warp's; beyond a few,
 *   each team that is started costs 4 to 6 us a kernel, so that many cost more than they do; and
 *   libgomp waits for each of six kernels a step and copies the addresses of their arrays before.
 * Expected: about 1 ms a step on an H100, no more than 1.3 times faster than the serial original:
 *   sums go through memory at each tap, and libgomp waits for each of six kernels a step
 * Launch: `team` is lanes by threads of a team, 32 by 8 unless it is given. GCC makes a thread of
 *   32 lanes, which share `simd` loops. `teams` teams share a loop: the time to start them grows
 *   with their number and the work of each falls with it, so the square root of the cells gives how
 *   many, 16 for the thesis' grid. Left to itself libgomp takes 264 on an H100. A device that fails
 *   (memory excepted, which is asked for first) makes libgomp end the program; with --isolate that
 *   costs this stage's row alone.
 * Work per point: 16 bytes a step if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1)
 *   out), 2 operations a tap and 6 more.
 * Run: ladder --stage=fortran-target --team=32x8 */
#include <dlfcn.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>

#include "harness/problems/wave/wave.h"

int ladder_target_enter(const ladder_wave *);
void ladder_target_leave(void);
void ladder_target_upload(const ladder_wave *, int threads, const float *now, const float *before,
                          int32_t step);
void ladder_target_advance(const ladder_wave *, int teams, int threads, int32_t count);
void ladder_target_download(const ladder_wave *, float *now, float *before, float *traces);
int ladder_target_threads(int threads); /* 0: the region ran on the host */

struct ladder_state {
  const ladder_wave *problem;
  int device; /* OpenMP's number of it */
  int teams;
  int threads;
  int step;
  ladder_launch used;
};

#include "c_port/shared/host_frame.h"

/* Directives without a `device` clause take the default one, which is the caller's to choose. */
static int take_device(int device) {
  const int before = omp_get_default_device();
  omp_set_default_device(device);
  return before;
}

static size_t bytes_needed(const ladder_wave *c) {
  const size_t cells = (size_t)c->nz * c->nx * c->ny;
  return sizeof(float) * (4 * cells + (size_t)c->sources * c->steps +
                          (size_t)c->receivers * (c->steps + 1) + 8 * (size_t)c->half_length) +
         sizeof(ladder_cell) * ((size_t)c->sources + c->receivers);
}

/* 16 for 240250 cells, where 8 to 20 differ little; 102 for 3072 x 3072, the best of those
 * tried. */
static int teams_for(const ladder_wave *c) {
  const int teams = (int)(sqrt((double)c->nz * c->nx * c->ny) / 30 + 0.5);
  return teams > 0 ? teams : 1;
}

static ladder_status create_on(int device, int teams, int threads, const ladder_wave *problem,
                               ladder_state **state) {
  *state = NULL;
  if ((int64_t)problem->nz * problem->nx * problem->ny > INT64_C(1) << 30)
    return fail(LADDER_REFUSED, "more than 2^30 cells: the indices of this stage are 32-bit");
  ladder_state *made = calloc(1, sizeof *made);
  if (!made) return no_memory();
  *made = (ladder_state){.problem = problem, .device = device, .teams = teams, .threads = threads};
  const int before = take_device(device);
  const int failed = ladder_target_enter(problem);
  if (failed) ladder_target_leave();
  omp_set_default_device(before);
  if (failed) {
    free(made);
    return fail(LADDER_OUT_OF_MEMORY, "the host has no memory left for its side of the arrays");
  }
  *state = made;
  return LADDER_OK;
}

static ladder_status refuse_team(int asked, int there) {
  static char words[128];
  snprintf(words, sizeof words,
           "a team of 32 x %d takes more registers than the device has: take --team=32x%d or less",
           asked, there);
  return fail(LADDER_REFUSED, words);
}

enum { knob_team, knob_teams };

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_wave *problem = the_case;
  *state = NULL;
  /* libgomp does not look for it in this library's folder; once it is loaded, it is found. */
  if (!dlopen("libgomp-plugin-nvptx.so.1", RTLD_LAZY))
    return fail(
        LADDER_REFUSED,
        "libgomp-plugin-nvptx.so.1 was not found: install libgomp-plugin-nvptx1, or put the "
        "plug-in's folder on LD_LIBRARY_PATH");
  if (omp_get_num_devices() < 1)
    return fail(LADDER_REFUSED,
                "OpenMP sees no GPU here: look at OMP_TARGET_OFFLOAD, and whether libgomp.so.1 and "
                "libgomp-plugin-nvptx.so.1 are of one version");
  void *room = omp_target_alloc(bytes_needed(problem), 0);
  if (!room)
    return fail(LADDER_OUT_OF_MEMORY, "the device has too little memory left for this case");
  omp_target_free(room, 0);
  const int threads = launch->knob[knob_team][1], before = take_device(0);
  const int there = ladder_target_threads(threads);
  omp_set_default_device(before);
  if (there == 0)
    return fail(LADDER_REFUSED, "libgomp has no code for the first device, and ran it on the host");
  if (there < threads) return refuse_team(threads, there);
  const int teams = launch->knob[knob_teams][0] ? launch->knob[knob_teams][0] : teams_for(problem);
  const ladder_status status = create_on(0, teams, threads, problem, state);
  if (status == LADDER_OK)
    (*state)->used = (ladder_launch){
        {{launch->knob[knob_team][0], threads}, {teams}}}; /* the trace proves the lanes */
  return status;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  const int before = take_device(state->device);
  ladder_target_leave();
  omp_set_default_device(before);
  free(state);
}

static ladder_status upload(ladder_state *state, const float *now, const float *before,
                            int32_t step) {
  const int default_device = take_device(state->device);
  ladder_target_upload(state->problem, state->threads, now, before, step);
  omp_set_default_device(default_device);
  state->step = step;
  return LADDER_OK;
}

static ladder_status advance(ladder_state *state, int32_t count) {
  if (count < 0 || count > state->problem->steps - state->step)
    return fail(LADDER_REFUSED, "asked for more steps than the case has left");
  const int default_device = take_device(state->device);
  ladder_target_advance(state->problem, state->teams, state->threads, count);
  omp_set_default_device(default_device);
  state->step += count;
  return LADDER_OK;
}

static ladder_status download(ladder_state *state, float *now, float *before, float *traces) {
  const int default_device = take_device(state->device);
  ladder_target_download(state->problem, now, before, traces);
  omp_set_default_device(default_device);
  return LADDER_OK;
}

static const ladder_knob knobs[] = {
    LADDER_KNOB(team, "lanes by threads of a team; GCC's lanes are 32", "convolve", 2, {32, 8},
                {32, 1}, {32, 32}),
    LADDER_KNOB(teams, "teams of a loop; the more, the larger the grid unless given", NULL, 1, {0},
                {1}, {65535})};

#define WORK LADDER_WAVE_LOOP_WORK
static const ladder_wave_entries entries = {
    .upload = upload, .advance = advance, .download = download};

#define LOOP .owns_time_loop = 1, HOST_FRAME
LADDER_STAGE = {
    LADDER_WAVE_FRAME,
    .parent = "fortran-omp",
    .change = "OpenMP target directives: the time loop runs on the GPU, the fields stay there",
    .expectation = LADDER_EXPECTATION,
    .device = LADDER_ON_CUDA,
    LADDER_KNOBS(knobs),
    WORK,
    .create = create,
    LOOP};

/* The same loops on the host, for tests where there is no GPU: OpenMP calls it a device too. One
 * thread: to wake a team takes longer than the few cells of a test. */
static ladder_status create_on_host(const void *the_case, const ladder_launch *launch,
                                    ladder_state **state) {
  const ladder_wave *problem = the_case;
  (void)launch;
  return create_on(omp_get_initial_device(), 1, 1, problem, state);
}

LADDER_EXTERN __attribute__((visibility("default"))) const ladder_stage ladder_on_host;
const ladder_stage ladder_on_host = {.abi_version = LADDER_ABI_VERSION,
                                     .problem = "wave",
                                     .name = "fortran-target-on-host",
                                     .parent = "fortran",
                                     .change = "the loops of fortran-target on the host",
                                     .expectation = "the same numbers",
                                     .device = LADDER_ON_HOST,
                                     WORK,
                                     .create = create_on_host,
                                     LOOP};
