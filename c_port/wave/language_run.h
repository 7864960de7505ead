/* The entries of the contract for stages of the wave in other languages than CUDA that own the time
 * loop, around two functions which the including file names by
 *   #define LANGUAGE(function) ladder_openacc_##function
 * stay: ENTER takes what the case holds, and room for the fields, to where the language computes;
 *   TO_DEVICE and FROM_DEVICE move the fields and the traces; LEAVE ends it. On the host there is
 *   nothing to do.
 * take_step: one time step; of OpenMP with the teams of a loop and the threads of a team first.
 *   p(n+1) takes the place of p(n-1), in `other`.
 * Arrays are dense; where an axis of one has no values it has room for one, since nothing cannot be
 * mapped. No maths here. */
#include <stdlib.h>
#include <string.h>

#include "harness/problems/wave/wave.h"

enum { ENTER, TO_DEVICE, FROM_DEVICE, LEAVE };

#if defined(_OPENMP) && !defined(__cplusplus) /* teams of a loop, threads of a team */
#define TEAM_ARGUMENTS int32_t teams, int32_t threads,
#define TEAMS_OF(its_fields) (its_fields)->teams, (its_fields)->threads,
#else
#define TEAM_ARGUMENTS
#define TEAMS_OF(its_fields)
#endif

#define CASE_ARGUMENTS                                                                         \
  int32_t nz, int32_t nx, int32_t ny, int32_t m, int32_t steps, int32_t sources,               \
      int32_t receivers, const float *taps_z, const float *taps_x, const float *taps_y,        \
      const float *v2dt2, const float *sponge_z, const float *sponge_x, const float *sponge_y, \
      const ladder_cell *source_cells, const float *wavelets, const ladder_cell *receiver_cells

#ifdef __cplusplus
#define ON_HOST_ALONE
extern "C" {
#endif
#ifndef ON_HOST_ALONE
void LANGUAGE(stay)(int32_t what, CASE_ARGUMENTS, float *now, float *other, float *traces);
#endif
void LANGUAGE(take_step)(TEAM_ARGUMENTS int32_t step, CASE_ARGUMENTS, float *now, float *other,
                         float *traces);
#ifdef __cplusplus
}
#endif

typedef ladder_wave problem_case;
typedef ladder_wave_entries problem_entries;
#define UPLOAD_ARGUMENTS const float *now, const float *before, int32_t step
#define UPLOAD(its_fields) upload_fields(its_fields, now, before, step)
#define DOWNLOAD_ARGUMENTS float *now, float *before, float *traces
#define DOWNLOAD(its_fields) download_fields(its_fields, now, before, traces)

typedef struct run_fields {
  const ladder_wave *problem;
  float *now, *other, *traces, *no_wavelets;
  int step, uploaded, teams, threads;
} run_fields;

static const ladder_cell no_cell = {0, 0, 0};

#define CASE_OF(f, c)                                                                    \
  (c)->nz, (c)->nx, (c)->ny, (c)->half_length, (c)->steps, (c)->sources, (c)->receivers, \
      (c)->taps_z, (c)->taps_x, (c)->taps_y, (c)->v2dt2, (c)->sponge_z, (c)->sponge_x,   \
      (c)->sponge_y, (c)->sources ? (c)->source_cells : &no_cell,                        \
      (c)->sources && (c)->steps ? (c)->wavelets : (f)->no_wavelets,                     \
      (c)->receivers ? (c)->receiver_cells : &no_cell

static size_t cells_of(const ladder_wave *c) {
  return (size_t)c->nz * (size_t)c->nx * (size_t)c->ny;
}

static const char *why_not(const ladder_wave *c) {
  return (int64_t)c->nz * c->nx * c->ny > INT64_C(1) << 30
             ? "more than 2^30 cells: the indices of this stage are 32-bit"
             : NULL;
}

static inline size_t bytes_needed(const ladder_wave *c) {
  return sizeof(float) * (3 * cells_of(c) + (size_t)c->sources * (size_t)c->steps +
                          (size_t)c->receivers * (size_t)(c->steps + 1) + 65536) +
         sizeof(ladder_cell) * (size_t)(c->sources + c->receivers);
}

static void stay(const run_fields *f, int what) {
#ifndef ON_HOST_ALONE
  LANGUAGE(stay)(what, CASE_OF(f, f->problem), f->now, f->other, f->traces);
#else
  (void)f, (void)what;
#endif
}

static void free_fields(const run_fields *f) {
  free(f->now), free(f->other), free(f->traces), free(f->no_wavelets);
}

/* 0: the host has no memory left. */
static int make_fields(const ladder_wave *c, run_fields *f) {
  const size_t steps = (size_t)c->steps, receivers = c->receivers ? (size_t)c->receivers : 1;
  f->problem = c;
  f->now = (float *)calloc(cells_of(c), sizeof(float));
  f->other = (float *)calloc(cells_of(c), sizeof(float));
  f->traces = (float *)calloc(receivers * (steps + 1), sizeof(float));
  f->no_wavelets = (float *)calloc(steps + (size_t)c->sources + 1, sizeof(float));
  if (f->now && f->other && f->traces && f->no_wavelets) return 1;
  free_fields(f);
  return 0;
}

static void upload_fields(run_fields *f, const float *now, const float *before, int step) {
  const ladder_wave *const c = f->problem;
  memcpy(f->now, now, cells_of(c) * sizeof *now);
  memcpy(f->other, before, cells_of(c) * sizeof *now);
  f->step = f->uploaded = step;
  for (int r = 0; r < c->receivers; ++r) {
    const ladder_cell at = c->receiver_cells[r];
    f->traces[(size_t)step * (size_t)c->receivers + (size_t)r] =
        now[at.z + (size_t)c->nz * ((size_t)at.x + (size_t)c->nx * (size_t)at.y)];
  }
}

/* 0: the case has fewer. */
static int take_steps(run_fields *f, int count) {
  if (count > f->problem->steps - f->step) return 0;
  for (int i = 0; i < count; ++i) {
    LANGUAGE(take_step)(TEAMS_OF(f) f->step, CASE_OF(f, f->problem), f->now, f->other, f->traces);
    float *const swapped = f->now;
    f->now = f->other, f->other = swapped;
    ++f->step;
  }
  return 1;
}

/* Samples before the upload are not known here and stay as they are. */
static void download_fields(const run_fields *f, float *now, float *before, float *traces) {
  const ladder_wave *const c = f->problem;
  const size_t first = (size_t)f->uploaded * (size_t)c->receivers,
               samples = (size_t)(f->step + 1 - f->uploaded) * (size_t)c->receivers;
  memcpy(now, f->now, cells_of(c) * sizeof *now);
  memcpy(before, f->other, cells_of(c) * sizeof *now);
  if (samples) memcpy(traces + first, f->traces + first, samples * sizeof *traces);
}

#ifdef __cplusplus
#include "c_port/shared/language_threads.h"
#elif defined(ON_HOST_ALONE)
#include "c_port/shared/language_on_host.h"
#else
#include "c_port/shared/offload.h"
#endif
