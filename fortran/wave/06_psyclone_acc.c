// flags: -O3
// needs: nvptx-openacc
// sources: convolution_psyclone_acc.f90
// language: Fortran PSyclone OpenACC
/* The original's convolution on the GPU, by directives that PSyclone has written.
 *
 * Changes: PSyclone reads convolution.inc and writes OpenACC: columns are divided among gangs, `z`
 *   among the lanes of a gang, and `data copyin copyout` encloses them
 *   (scripts/languages/psyclone_port.py wave acc > its file).
 * Why: nobody writes a directive. But PSyclone sees one routine: the time loop stays on the host,
 *   so a field crosses the bus each way in each step, and memory holds what a register could, since
 *   the loop over taps is outside of that along z.
 * Expected: 0.6 to 1 ms a step of the thesis' grid on an H100, 2.5 to 4 times faster than fortran:
 *   0.25 ms of the driver, as much for copies, the rest kernels and their starts
 * Launch: GCC chooses gangs; its vector is 32 lanes.
 * Run: ladder --stage=psyclone-acc */
#include <stddef.h>

#include "harness/problems/wave/wave.h"

/* The contract's entries around convolve, which copies p to the device and lap from it. */
typedef ladder_wave problem_case;
typedef ladder_wave_entries problem_entries;
typedef struct run_fields {
  const ladder_wave *problem;
  int teams, threads;
} run_fields;
enum { ENTER, LEAVE };

static size_t cells_of(const ladder_wave *c) {
  return (size_t)c->nz * (size_t)c->nx * (size_t)c->ny;
}
static size_t bytes_needed(const ladder_wave *c) { return 2 * sizeof(float) * cells_of(c); }
static const char *why_not(const ladder_wave *c) {
  return cells_of(c) > (size_t)1 << 30
             ? "more than 2^30 cells: the indices of this stage are 32-bit"
             : NULL;
}

static int make_fields(const ladder_wave *c, run_fields *f) {
  f->problem = c;
  return 1;
}
static void free_fields(const run_fields *f) { (void)f; }
static void stay(const run_fields *f, int what) { (void)f, (void)what; }

#include "c_port/shared/offload.h"

static void convolve(const ladder_wave *c, const float *p, float *lap);

static ladder_status laplacian(ladder_state *state, const float *p, float *lap) {
  const int before = take_device(state->device);
  convolve(state->fields.problem, p, lap);
  take_device(before);
  return LADDER_OK;
}

static const problem_entries entries = {.laplacian = laplacian};

void ladder_psyclone_acc_convolve(const int32_t *nz, const int32_t *nx, const int32_t *ny,
                                  const int32_t *m, const float *taps_z, const float *taps_x,
                                  const float *taps_y, const float *p, float *lap);

static void convolve(const ladder_wave *c, const float *p, float *lap) {
  ladder_psyclone_acc_convolve(&c->nz, &c->nx, &c->ny, &c->half_length, c->taps_z, c->taps_x,
                               c->taps_y, p, lap);
}

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "fortran",
                .change = "OpenACC directives on the convolution, written by PSyclone",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_OPERATOR_WORK,
                OFFLOAD_ENTRIES};

ON_HOST_TOO = {LADDER_WAVE_OPERATOR_WORK, .problem = "wave", TABLE_ON_HOST};
