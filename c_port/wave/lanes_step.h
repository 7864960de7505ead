/* One time step of some groups of columns whose lanes are far apart (lanes_update.h), sources and receivers in them
 * included, as the processor can do it best. */
#ifndef LADDER_LANES_STEP_H
#define LADDER_LANES_STEP_H

#include "c_port/wave/columns_cells.h"
#include "c_port/wave/columns_memory.h"
#include "c_port/wave/vectors.h"

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

#define LANES 8
#define ROWS 2
#define LANE_UP ((NAMED(places)){7, 8, 9, 10, 11, 12, 13, 14})
#define LANE_DOWN ((NAMED(places)){1, 2, 3, 4, 5, 6, 7, 8})
#define NAMED(name) name##_apart_of_8
#include "c_port/wave/lanes_update.h"

/* For processors with AVX2 and without. */
#ifdef __x86_64__
__attribute__((target_clones("arch=x86-64-v3", "default")))
#endif
static void
update_groups_by_8(const struct columns *w, int step, int begin, int end, float *edges) {
#define GROUPS(M) groups_apart_of_8(w, M, step, begin, end, edges)
  FOR_HALF_LENGTH(w->m, GROUPS)
#undef GROUPS
}

#ifdef __x86_64__
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
#define LANES 16
#define ROWS 4
#define LANE_UP ((NAMED(places)){15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30})
#define LANE_DOWN ((NAMED(places)){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
#define NAMED(name) name##_apart_of_16
#include "c_port/wave/lanes_update.h"
static void update_groups_by_16(const struct columns *w, int step, int begin, int end,
                                float *edges) {
#define GROUPS(M) groups_apart_of_16(w, M, step, begin, end, edges)
  FOR_HALF_LENGTH(w->m, GROUPS)
#undef GROUPS
}
#pragma GCC pop_options
#endif

/* Values of `edges` of one thread, and a page that nobody uses: the processor fetches ahead up to the end of a page, and
 * would take the neighbour's buffer out of its cache. */
static inline size_t edges_of_thread(const struct columns *w) {
  enum { PAGE = 4096 / sizeof(float) };
  return (size_t)ABREAST * (size_t)(w->segment + 2 * w->m) * (size_t)w->lanes + PAGE;
}

/* What the update takes from memory instead of computing it: (v dt)^2 T, and behind T of z 2 T and T^2; and `edges`. */
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
    update_groups_by_16(w, step, begin, end, edges);
  else
#endif
    update_groups_by_8(w, step, begin, end, edges);
  inject_and_record(w, step, column_of_group(w, begin), column_of_group(w, end));
}

#endif
