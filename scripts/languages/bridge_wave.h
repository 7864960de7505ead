/* The problem `wave` behind the bridge. */
#include "harness/problems/wave/wave.h"

#define BRIDGE_ENTRIES ladder_wave_entries
#define BRIDGE_FRAME LADDER_WAVE_FRAME, LADDER_WAVE_LOOP_WORK

struct ladder_state {
  const ladder_wave *problem;
  int32_t uploaded, step;
  size_t count;
  float *values; /* shared */
  float *now, *before, *traces;
};

static const char *defect(const ladder_wave *c) {
  (void)c;
  return NULL;
}

static size_t cells(const ladder_wave *c) { return (size_t)c->nz * (size_t)c->nx * (size_t)c->ny; }

/* The layout: 8 integers, of which the first is 0, and 4 numbers, then the arrays in the order of
 * these lines. */
static void lay_out(ladder_state *s) {
  const ladder_wave *c = s->problem;
  const int32_t head[] = {0,        c->nz,      c->nx,       c->ny, c->half_length,
                          c->steps, c->sources, c->receivers};
  const float numbers[] = {c->dz, c->dx, c->dy, c->dt};
  const size_t taps = 2 * (size_t)c->half_length + 1;
  void *at = put(s->values, head, 8);
  at = put(at, numbers, 4);
  at = put(at, c->taps_z, taps);
  at = put(at, c->taps_x, taps);
  at = put(at, c->taps_y, taps);
  at = put(at, c->sponge_z, (size_t)c->nz);
  at = put(at, c->sponge_x, (size_t)c->nx);
  at = put(at, c->sponge_y, (size_t)c->ny);
  at = put(at, c->v2dt2, cells(c));
  at = put(at, c->wavelets, (size_t)c->sources * (size_t)c->steps);
  at = put(at, c->source_cells, 3 * (size_t)c->sources);
  at = put(at, c->receiver_cells, 3 * (size_t)c->receivers);
  s->now = at;
  s->before = s->now + cells(c);
  s->traces = s->before + cells(c);
}

static size_t values_of(const ladder_wave *c) {
  const size_t traces = ((size_t)c->steps + 1) * (size_t)c->receivers;
  return 12 + 3 * (2 * (size_t)c->half_length + 1) + (size_t)(c->nz + c->nx + c->ny) +
         3 * cells(c) + (size_t)c->sources * ((size_t)c->steps + 3) + 3 * (size_t)c->receivers +
         traces;
}

static ladder_status upload(ladder_state *s, const float *now, const float *before, int32_t step) {
  begin();
  put(s->now, now, cells(s->problem));
  put(s->before, before, cells(s->problem));
  s->step = s->uploaded = step;
  return end(ask(UPLOAD, step, -1));
}

static ladder_status download(ladder_state *s, float *now, float *before, float *traces) {
  const size_t receivers = (size_t)s->problem->receivers, known = (size_t)s->uploaded * receivers;
  begin();
  const ladder_status status = ask(DOWNLOAD, 0, -1);
  if (status != LADDER_OK) return status;
  put(now, s->now, cells(s->problem));
  put(before, s->before, cells(s->problem));
  put(traces + known, s->traces + known, (size_t)(s->step - s->uploaded + 1) * receivers);
  return end(LADDER_OK);
}
