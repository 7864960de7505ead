/* The padded fields of columns.h as those of a part, and with them the entries of wave_ranks.h. */
#include "c_port/shared/part_of_wave.h"
#include "c_port/wave/columns_memory.h"
#include "c_port/wave/columns_step.h"

typedef struct columns padded;
/* A part of a volume may be a plane, which columns.h takes for two dimensions. */
static inline const char *refusal_of(const ladder_wave *c) {
  return c->ny > 1 ? "several ranks do planes here: for volumes take mpi-omp of the ladder wave3d"
                   : NULL;
}
static inline int reach_of(const ladder_wave *c) { return c->half_length; }
static inline int make_padded(const ladder_wave *c, padded *w) {
  if (make_columns(c, 1, w) != LADDER_OK) {
    w->field[0] = NULL; /* make_columns freed it */
    return 0;
  }
  w->vectors = longest_vectors();
  return 1;
}
static inline void free_padded(padded *w) {
  if (w->field[0]) free_columns(w);
}
static inline struct pitches pitches_of(const padded *w) {
  return (struct pitches){w->pz, (long)w->pz * w->px};
}
static inline size_t corner_of(const padded *w) { return w->first; }

#include "c_port/shared/wave_ranks.h"
