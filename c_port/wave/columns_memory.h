/* The padded fields of columns.h: their memory, and the way of a field in and out. No maths here
 * but the second taper of what goes out. */
#ifndef LADDER_COLUMNS_MEMORY_H
#define LADDER_COLUMNS_MEMORY_H

#include <stdlib.h>
#include <string.h>

#include "c_port/wave/columns.h"

static inline void free_columns(struct columns *w) {
  free(w->field[0]);
  free(w->field[1]);
  free(w->v2dt2);
  free(w->sponge_z);
  free(w->traces);
  free(w->first_receiver);
  free(w->receivers);
  free(w->scratch);
}

static inline float *zeros(size_t count) {
  const size_t bytes = (count * sizeof(float) + 63) / 64 * 64;
  float *memory = aligned_alloc(64, bytes);
  if (memory) memset(memory, 0, bytes);
  return memory;
}

/* Copies one column whose lanes are far apart: a lane has one segment of it. */
static inline void copy_lanes(const struct columns *w, float *padded, float *column, int in) {
  const int nz = w->problem->nz, lanes = w->lanes;
  for (int lane = 0, begin = 0; begin < nz; ++lane, begin += w->segment) {
    const int cells = nz - begin < w->segment ? nz - begin : w->segment;
    for (int i = 0; i < cells; ++i) {
      float *const one = padded + i * lanes + lane, *const other = column + begin + i;
      if (in)
        *one = *other;
      else
        *other = *one;
    }
  }
}

/* Copies the grid between an array of the harness and a padded one, whichever way `in` says. */
static inline void copy_columns(const struct columns *w, float *padded, float *field, int in) {
  const size_t nz = (size_t)w->problem->nz;
  for (int column = 0; column < w->count; ++column) {
    float *const one = padded + column_at(w, column), *const other = field + nz * (size_t)column;
    if (w->lanes == 1)
      memcpy(in ? one : other, in ? other : one, nz * sizeof(float));
    else
      copy_lanes(w, one, other, in);
  }
}

/* Sorts the receivers by their columns, so that a step of some columns need not look at all of
 * them. */
static inline int sort_receivers(struct columns *w) {
  const ladder_wave *c = w->problem;
  w->first_receiver = calloc((size_t)w->count + 1, sizeof *w->first_receiver);
  w->receivers = calloc((size_t)c->receivers + 1, sizeof *w->receivers);
  if (!w->first_receiver || !w->receivers) return 0;
  int *const first = w->first_receiver;
  for (int r = 0; r < c->receivers; ++r)
    ++first[c->receiver_cells[r].x + c->nx * c->receiver_cells[r].y];
  for (int column = 0, before = 0; column <= w->count; ++column) {
    before += first[column];
    first[column] = before; /* for now where those of the next column begin */
  }
  for (int r = c->receivers - 1; r >= 0; --r) {
    const int column = c->receiver_cells[r].x + c->nx * c->receiver_cells[r].y;
    w->receivers[--first[column]] = (struct receiver){
        .number = r, .at = column_at(w, column) + place_in_column(w, c->receiver_cells[r].z)};
  }
  return 1;
}

/* A column whose z goes along the segments or along the lanes. */
static inline void lay_out_z(const ladder_wave *c, int lanes, struct columns *w) {
  w->lanes = lanes;
  if (lanes == 1) {
    w->segment = c->nz;
    w->pz = (c->nz + STRIP - 1) / STRIP * STRIP + 2 * FRAME;
    return;
  }
  w->segment = ((c->nz + lanes - 1) / lanes + MOST_ROWS - 1) / MOST_ROWS * MOST_ROWS;
  w->pz = (w->segment + 1) * lanes; /* odd: columns begin in different sets of the caches */
}

/* `lanes` = 1: z fastest. More: z in as many segments, the values at one distance from their begins
 * abreast. */
static inline ladder_status make_columns(const ladder_wave *c, int lanes, struct columns *w) {
  memset(w, 0, sizeof *w);
  w->problem = c;
  w->m = c->half_length;
  w->count = c->nx * c->ny;
  lay_out_z(c, lanes, w);
  w->px = c->nx + 2 * FRAME + (lanes > 1 ? ABREAST : 0); /* they compute whole groups of columns */
  w->py = c->ny > 1 ? c->ny + 2 * FRAME : 1;
  w->first =
      (lanes > 1 ? 0 : FRAME) + (size_t)w->pz * (FRAME + (size_t)w->px * (c->ny > 1 ? FRAME : 0));
  const size_t cells = (size_t)w->pz * (size_t)w->px * (size_t)w->py;
  w->field[0] = zeros(cells);
  w->field[1] = zeros(cells);
  w->v2dt2 = zeros(cells);
  w->sponge_z = zeros((size_t)w->pz);
  w->traces = zeros((size_t)(c->steps + 1) * (size_t)c->receivers + 1);
  if (!w->field[0] || !w->field[1] || !w->v2dt2 || !w->sponge_z || !w->traces ||
      !sort_receivers(w)) {
    free_columns(w);
    return LADDER_OUT_OF_MEMORY;
  }
  if (c->v2dt2) copy_columns(w, w->v2dt2, (float *)c->v2dt2, 1); /* that of a part comes later */
  for (int z = 0; z < c->nz; ++z) w->sponge_z[place_in_column(w, z)] = c->sponge_z[z];
  return LADDER_OK;
}

static inline void upload_columns(struct columns *w, const float *now, const float *before,
                                  int step) {
  const ladder_wave *c = w->problem;
  w->step = w->uploaded = step;
  w->fresh = 1;
  copy_columns(w, w->field[step % 2], (float *)now, 1);
  copy_columns(w, w->field[(step + 1) % 2], (float *)before, 1);
  for (int r = 0; r < c->receivers; ++r) {
    const ladder_cell at = c->receiver_cells[r];
    w->traces[(size_t)step * (size_t)c->receivers + (size_t)r] =
        now[(size_t)at.z + (size_t)c->nz * (size_t)(at.x + c->nx * at.y)];
  }
}

static inline void download_columns(struct columns *w, float *now, float *before, float *traces) {
  const ladder_wave *c = w->problem;
  copy_columns(w, w->field[w->step % 2], now, 0);
  copy_columns(w, w->field[(w->step + 1) % 2], before, 0);
  if (!w->fresh)
    for (int column = 0; column < w->count; ++column)
      for (int z = 0; z < c->nz; ++z)
        before[(size_t)z + (size_t)c->nz * (size_t)column] *=
            taper_of_column(w, column) * c->sponge_z[z];
  /* Samples before the upload are not known here and stay as they are. */
  const size_t known = (size_t)w->uploaded * (size_t)c->receivers;
  memcpy(traces + known, w->traces + known,
         (size_t)(w->step - w->uploaded + 1) * (size_t)c->receivers * sizeof(float));
}

#endif
