/* Sources and receivers of the padded fields in columns.h. */
#ifndef LADDER_COLUMNS_CELLS_H
#define LADDER_COLUMNS_CELLS_H

#include "c_port/wave/columns.h"

/* After the update of columns [begin, end) in step `step`: their sources and their receivers. */
static inline void inject_and_record(const struct columns *w, int step, int begin, int end) {
  const ladder_wave *c = w->problem;
  float *const next = w->field[(step + 1) % 2];
  for (int s = 0; s < c->sources; ++s) {
    const ladder_cell at = c->source_cells[s];
    const int own = at.x + c->nx * at.y;
    if (own >= begin && own < end) {
      const size_t place = place_in_column(w, at.z);
      next[column_at(w, own) + place] += w->sponge_z[place] * taper_of_column(w, own) *
                                         c->wavelets[(size_t)s * (size_t)c->steps + (size_t)step];
    }
  }
  if (begin >= end) return;
  float *const samples = w->traces + (size_t)(step + 1) * (size_t)c->receivers;
  for (int i = w->first_receiver[begin]; i < w->first_receiver[end]; ++i)
    samples[w->receivers[i].number] = next[w->receivers[i].at];
}

#endif
