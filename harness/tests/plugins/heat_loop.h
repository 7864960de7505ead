/* A time loop of `heat`. */
#pragma once
#include "heat_plugin.h"

static float *heat_now, *heat_next; /* [cells] */

static inline ladder_status upload(ladder_state *s, const float *now) {
  const size_t bytes = sizeof(float) * heat_cells(s->problem);
  heat_now = realloc(heat_now, bytes), heat_next = realloc(heat_next, bytes);
  memcpy(heat_now, now, bytes);
  return LADDER_OK;
}

static inline ladder_status advance(ladder_state *s, int32_t count) {
  for (; count > 0; --count) {
    step_all(s->problem, heat_now, heat_next);
    float *next = heat_next;
    heat_next = heat_now, heat_now = next;
  }
  return LADDER_OK;
}

static inline ladder_status download(ladder_state *s, float *now) {
  memcpy(now, heat_now, sizeof(float) * heat_cells(s->problem));
  return LADDER_OK;
}

#define HEAT_LOOP(advance_)                           \
  HEAT_STAGE(.owns_time_loop = 1,                     \
             .entries = &(const ladder_heat_entries){ \
                 .upload = upload, .advance = advance_, .download = download})
