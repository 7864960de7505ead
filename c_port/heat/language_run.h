/* The entries of the contract for stages of the heat equation in other languages than CUDA that own
 * the time loop, as c_port/wave/language_run.h has them. Both fields begin as the uploaded one, so
 * the outermost cells, which keep their temperature, are never written. No maths here. */
#include <stdlib.h>
#include <string.h>

#include "harness/problems/heat/heat.h"

enum { ENTER, TO_DEVICE, FROM_DEVICE, LEAVE };

#if defined(_OPENMP) && !defined(__cplusplus) /* teams of a loop, threads of a team */
#define TEAM_ARGUMENTS int32_t teams, int32_t threads,
#define TEAMS_OF(its_fields) (its_fields)->teams, (its_fields)->threads,
#else
#define TEAM_ARGUMENTS
#define TEAMS_OF(its_fields)
#endif

#ifdef __cplusplus
#define ON_HOST_ALONE
extern "C" {
#endif
#ifndef ON_HOST_ALONE
void LANGUAGE(stay)(int32_t what, int32_t nz, int32_t nx, int32_t ny, float *now, float *next);
#endif
void LANGUAGE(take_step)(TEAM_ARGUMENTS int32_t nz, int32_t nx, int32_t ny, float factor,
                         float *now, float *next);
#ifdef __cplusplus
}
#endif

typedef ladder_heat problem_case;
typedef ladder_heat_entries problem_entries;
#define UPLOAD_ARGUMENTS const float *now
#define UPLOAD(its_fields) upload_fields(its_fields, now)
#define DOWNLOAD_ARGUMENTS float *now
#define DOWNLOAD(its_fields) \
  memcpy(now, (its_fields)->now, cells_of((its_fields)->problem) * sizeof *now)

typedef struct run_fields {
  const ladder_heat *problem;
  float *now, *other;
  int teams, threads;
} run_fields;

static size_t cells_of(const ladder_heat *c) {
  return (size_t)c->nz * (size_t)c->nx * (size_t)c->ny;
}
static inline size_t bytes_needed(const ladder_heat *c) { return 2 * sizeof(float) * cells_of(c); }

static void stay(const run_fields *f, int what) {
#ifndef ON_HOST_ALONE
  const ladder_heat *const c = f->problem;
  LANGUAGE(stay)(what, c->nz, c->nx, c->ny, f->now, f->other);
#else
  (void)f, (void)what;
#endif
}

static void free_fields(const run_fields *f) { free(f->now), free(f->other); }

/* 0: the host has no memory left. */
static int make_fields(const ladder_heat *c, run_fields *f) {
  f->problem = c;
  f->now = (float *)calloc(cells_of(c), sizeof(float));
  f->other = (float *)calloc(cells_of(c), sizeof(float));
  if (f->now && f->other) return 1;
  free_fields(f);
  return 0;
}

static const char *why_not(const ladder_heat *c) {
  if (c->general) return LADDER_HEAT_PLAIN_ALONE;
  return (int64_t)c->nz * c->nx * c->ny > INT64_C(1) << 30
             ? "more than 2^30 cells: the indices of this stage are 32-bit"
             : NULL;
}

static void upload_fields(run_fields *f, const float *now) {
  memcpy(f->now, now, cells_of(f->problem) * sizeof *now);
  memcpy(f->other, now, cells_of(f->problem) * sizeof *now);
}

static int take_steps(run_fields *f, int count) {
  const ladder_heat *const c = f->problem;
  for (int i = 0; i < count; ++i) {
    LANGUAGE(take_step)(TEAMS_OF(f) c->nz, c->nx, c->ny, c->factor, f->now, f->other);
    float *const swapped = f->now;
    f->now = f->other, f->other = swapped;
  }
  return 1;
}

#ifdef __cplusplus
#include "c_port/shared/language_threads.h"
#else
#include "c_port/shared/offload.h"
#endif
