/* The padded fields of volume.h as those of a part, and with them the entries of wave_ranks.h. */
#include "c_port/shared/part_of_wave.h"
#include "c_port/wave3d/volume_memory.h"

typedef struct volume padded;
static inline int reach_of(const ladder_wave *c) { return compiled_half_length(c->half_length); }
static inline int make_padded(const ladder_wave *c, padded *w) {
  w->update = ladder_wave3d_cells(0);
  if (make_volume(c, w, 1) == LADDER_OK) return 1;
  w->field[0] = NULL; /* make_volume freed it */
  return 0;
}
static inline void free_padded(padded *w) {
  if (w->field[0]) free_volume(w);
}
static inline struct pitches pitches_of(const padded *w) {
  return (struct pitches){(long)w->pitch, (long)w->plane};
}
static inline size_t corner_of(const padded *w) { return w->first; }

#include "c_port/shared/wave_ranks.h"
