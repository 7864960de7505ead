/* One time step of some groups of columns whose lanes are far apart (lanes_update.h), sources and
 * receivers in them included, as the processor can do it best. */
#ifndef LADDER_LANES_STEP_H
#define LADDER_LANES_STEP_H

#include "c_port/wave/columns_cells.h"
#include "c_port/wave/columns_memory.h"

/* A group is ABREAST columns of a row of the grid, or those that are left at its end. */
static inline int groups_of_row(const struct columns *w) {
  return (w->problem->nx + ABREAST - 1) / ABREAST;
}
static inline int groups_of_grid(const struct columns *w) {
  return groups_of_row(w) * w->problem->ny;
}
static inline int column_of_group(const struct columns *w, int group) {
  const int row = groups_of_row(w);
  return group / row * w->problem->nx + group % row * ABREAST;
}

/* Groups [begin, end) of step `step` with vectors of 8 and of 16 floats: lanes_by_8.c and
 * lanes_by_16.c. */
void ladder_wave_groups_by_8(const struct columns *, int step, int begin, int end, float *edges);
void ladder_wave_groups_by_16(const struct columns *, int step, int begin, int end, float *edges);

/* Values of `edges` of one thread, and a page that nobody uses: the processor fetches ahead up to
 * the end of a page, and would take the neighbour's buffer out of its cache. */
static inline size_t edges_of_thread(const struct columns *w) {
  enum { PAGE = 4096 / sizeof(float) };
  return (size_t)ABREAST * (size_t)(w->segment + 2 * w->m) * (size_t)w->lanes + PAGE;
}

/* What the update takes from memory instead of computing it: (v dt)^2 T, and behind T of z 2 T and
 * T^2; and `edges`. */
static inline ladder_status prepare_lanes(struct columns *w, int threads) {
  const size_t pitch = (size_t)w->pz;
  float *const taper_z = zeros(3 * pitch);
  w->scratch = zeros((size_t)threads * edges_of_thread(w));
  if (!taper_z || !w->scratch) {
    free(taper_z);
    return LADDER_OUT_OF_MEMORY;
  }
  for (size_t i = 0; i < pitch; ++i) {
    const float taper = w->sponge_z[i];
    taper_z[i] = taper;
    taper_z[pitch + i] = 2 * taper;
    taper_z[2 * pitch + i] = taper * taper;
  }
  free(w->sponge_z);
  w->sponge_z = taper_z;
  for (int column = 0; column < w->count; ++column) {
    float *const v2dt2 = w->v2dt2 + column_at(w, column);
    const float taper_x = taper_of_column(w, column);
    for (size_t i = 0; i < pitch; ++i) v2dt2[i] *= taper_x * taper_z[i];
  }
  return LADDER_OK;
}

/* Groups [begin, end) of step `step`, by thread `thread`. */
static inline void update_groups(const struct columns *w, int step, int begin, int end,
                                 int thread) {
  if (begin >= end) return;
  float *const edges = w->scratch + (size_t)thread * edges_of_thread(w);
#ifdef __x86_64__
  if (w->lanes == 16)
    ladder_wave_groups_by_16(w, step, begin, end, edges);
  else
#endif
    ladder_wave_groups_by_8(w, step, begin, end, edges);
  inject_and_record(w, step, column_of_group(w, begin), column_of_group(w, end));
}

#endif
