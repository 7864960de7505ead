/* The padded fields of volume.h: their memory, and the way of a field in and out, by `threads`
 * threads. No maths here but the second taper of what goes out. */
#ifndef LADDER_VOLUME_MEMORY_H
#define LADDER_VOLUME_MEMORY_H

#include <stdlib.h>
#include <string.h>

#include "c_port/shared/large_pages.h"
#include "c_port/shared/threads.h"
#include "c_port/wave3d/volume.h"

static inline void free_volume(struct volume *w) {
  float *const all[] = {w->field[0], w->field[1], w->v2dt2, w->sponge_z,
                        w->sponge_x, w->sponge_y, w->ones,  w->traces};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) free(all[i]);
  free(w->codes);
  int *const lists[] = {w->sources.first, w->sources.order, w->receivers.first, w->receivers.order};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) free(lists[i]);
}

static inline float *filled(size_t count, size_t from, const float *values, int n) {
  float *const memory = memory_for(count);
  if (!memory) return NULL;
  memset(memory, 0, count * sizeof(float));
  if (values) memcpy(memory + from, values, (size_t)n * sizeof(float));
  return memory;
}

/* The half lengths that tile_step.h compiles; any other takes the next one, with taps of zero. */
static inline int compiled_half_length(int m) {
  static const int compiled[] = {1, 2, 3, 4, 6, 8, 12};
  for (size_t i = 0; i < sizeof compiled / sizeof *compiled; ++i)
    if (m <= compiled[i]) return compiled[i];
  return MOST_M;
}

static inline int list_by_plane(const ladder_cell *cells, int count, int ny,
                                struct by_plane *list) {
  int *const first = list->first = calloc((size_t)ny + 1, sizeof(int));
  list->order = calloc((size_t)count + 1, sizeof(int));
  if (!first || !list->order) return 0;
  for (int i = 0; i < count; ++i) ++first[cells[i].y + 1];
  for (int y = 0; y < ny; ++y) first[y + 1] += first[y];
  for (int i = 0; i < count; ++i) list->order[first[cells[i].y]++] = i;
  for (int y = ny; y > 0; --y)
    first[y] = first[y - 1]; /* each had moved on to the next one's beginning */
  first[0] = 0;
  return 1;
}

/* Plane by plane, the frame's included: those of part k of n threads belong to thread k of a step
 * that is divided in the same way. */
static inline int first_plane(int k, int n, int planes) {
  return k == n ? planes : (int)((long)planes * k / n / TILE * TILE);
}

static inline void zero_planes(const struct volume *w, int threads) {
  const int ny = w->the_case->ny;
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(threads)
  {
    const int k = omp_get_thread_num(), n = omp_get_num_threads();
    if (n > 1) take_core(&allowed, k);
    const size_t from = k == 0 ? 0 : cell_of(w, 0, 0, first_plane(k, n, ny)) - w->first % w->plane,
                 end = k == n - 1
                           ? w->values
                           : cell_of(w, 0, 0, first_plane(k + 1, n, ny)) - w->first % w->plane;
    memset(w->field[0] + from, 0, (end - from) * sizeof(float));
    memset(w->field[1] + from, 0, (end - from) * sizeof(float));
    memset(w->v2dt2 + from, 0, (end - from) * sizeof(float));
  }
  if (threads > 1) sched_setaffinity(0, sizeof allowed, &allowed);
}

/* Copies the grid between an array of the harness and a padded one, whichever way `in` says. */
static inline void copy_planes(const struct volume *w, float *padded, float *field, int in,
                               int threads) {
  const ladder_wave *c = w->the_case;
  const size_t nz = (size_t)c->nz;
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(threads)
  {
    const int k = omp_get_thread_num(), n = omp_get_num_threads();
    if (n > 1) take_core(&allowed, k);
    for (int y = first_plane(k, n, c->ny); y < first_plane(k + 1, n, c->ny); ++y)
      for (int x = 0; x < c->nx; ++x) {
        float *const one = padded + cell_of(w, 0, x, y), *const other =
                                                             field +
                                                             nz * ((size_t)x +
                                                                   (size_t)c->nx * (size_t)y);
        memcpy(in ? one : other, in ? other : one, nz * sizeof(float));
      }
  }
  if (threads > 1) sched_setaffinity(0, sizeof allowed, &allowed);
}

static inline void one_side(const float *taps, int m, float *side) {
  for (int k = 0; k <= m; ++k) side[k] = taps[m + k];
}

/* Of a volume that is zero but for its code. */
static inline ladder_status make_volume(const ladder_wave *c, struct volume *w, int threads) {
  w->the_case = c;
  w->m = compiled_half_length(c->half_length);
  const size_t m = (size_t)w->m, rows = (size_t)up_to(TILE, c->nx) + 2 * m,
               planes = (size_t)up_to(TILE, c->ny) + 2 * m;
  /* Odd numbers of cache lines, so that neighbours along x and y fall into different sets of a
   * cache. */
  const size_t lines = ((size_t)up_to(LINE, c->nz) / LINE + 2) | 1;
  w->pitch = lines * LINE;
  w->plane = (lines * rows | 1) * LINE;
  w->first = LINE + w->pitch * m + w->plane * m;
  w->values = w->plane * planes;
  one_side(c->taps_z, c->half_length, w->taps_z);
  one_side(c->taps_x, c->half_length, w->taps_x);
  one_side(c->taps_y, c->half_length, w->taps_y);
  w->field[0] = memory_for(w->values);
  w->field[1] = memory_for(w->values);
  w->v2dt2 = memory_for(w->values);
  w->sponge_z = filled(w->pitch, 0, c->sponge_z, c->nz);
  w->sponge_x = filled(rows, 0, c->sponge_x, c->nx);
  w->sponge_y = filled(planes, 0, c->sponge_y, c->ny);
  w->ones = filled(w->pitch, 0, NULL, 0);
  w->traces = filled((size_t)(c->steps + 1) * (size_t)c->receivers + 1, 0, NULL, 0);
  if (!w->field[0] || !w->field[1] || !w->v2dt2 || !w->sponge_z || !w->sponge_x || !w->sponge_y ||
      !w->ones || !w->traces || !list_by_plane(c->source_cells, c->sources, c->ny, &w->sources) ||
      !list_by_plane(c->receiver_cells, c->receivers, c->ny, &w->receivers)) {
    free_volume(w);
    return LADDER_OUT_OF_MEMORY;
  }
  for (size_t z = 0; z < w->pitch; ++z) w->ones[z] = 1;
  zero_planes(w, threads);
  if (c->v2dt2) /* that of a part comes later */
    copy_planes(w, w->v2dt2, (float *)c->v2dt2, 1, threads);
  if (w->finish && !w->finish(w, threads)) {
    free_volume(w);
    return LADDER_OUT_OF_MEMORY;
  }
  return LADDER_OK;
}

static inline void upload_volume(struct volume *w, const float *now, const float *before, int step,
                                 int threads) {
  const ladder_wave *c = w->the_case;
  w->step = w->uploaded = step;
  w->fresh = 1;
  copy_planes(w, w->field[step % 2], (float *)now, 1, threads);
  copy_planes(w, w->field[(step + 1) % 2], (float *)before, 1, threads);
  for (int r = 0; r < c->receivers; ++r) {
    const ladder_cell at = c->receiver_cells[r];
    w->traces[(size_t)step * (size_t)c->receivers + (size_t)r] =
        w->field[step % 2][cell_of(w, at.z, at.x, at.y)];
  }
}

static inline void download_volume(struct volume *w, float *now, float *before, float *traces,
                                   int threads) {
  const ladder_wave *c = w->the_case;
  copy_planes(w, w->field[w->step % 2], now, 0, threads);
  copy_planes(w, w->field[(w->step + 1) % 2], before, 0, threads);
  if (!w->fresh) {
#pragma omp parallel for num_threads(threads)
    for (int y = 0; y < c->ny; ++y)
      for (int x = 0; x < c->nx; ++x) {
        float *const column = before + (size_t)c->nz * ((size_t)x + (size_t)c->nx * (size_t)y);
        for (int z = 0; z < c->nz; ++z)
          column[z] *= w->sponge_x[x] * w->sponge_y[y] * w->sponge_z[z];
      }
  }
  /* Samples before the upload are not known here and stay as they are. */
  const size_t known = (size_t)w->uploaded * (size_t)c->receivers;
  memcpy(traces + known, w->traces + known,
         (size_t)(w->step - w->uploaded + 1) * (size_t)c->receivers * sizeof(float));
}

#endif
