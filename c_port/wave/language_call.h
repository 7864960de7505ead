/* The entries of the contract for stages in other languages than CUDA that give the convolution
 * alone and leave the time loop to the driver, around
 *   static void convolve(const ladder_wave *, const float *p, float *lap);
 * which the including file defines and which copies p to the device and lap from it. No maths here.
 */
#include <stddef.h>

#include "harness/problems/wave/wave.h"

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
