/* The problem `heat` behind the bridge. */
#include "harness/problems/heat/heat.h"

#define BRIDGE_ENTRIES ladder_heat_entries
#define BRIDGE_FRAME LADDER_HEAT_FRAME, LADDER_HEAT_WORK

struct ladder_state {
  const ladder_heat *problem;
  int32_t step;
  size_t count;
  float *values; /* shared */
  float *now;
};

static const char *defect(const ladder_heat *c) {
  return c->general ? LADDER_HEAT_PLAIN_ALONE : NULL;
}

static size_t cells(const ladder_heat *c) { return (size_t)c->nz * (size_t)c->nx * (size_t)c->ny; }

/* The layout: 5 integers, of which the first is 1, the factor, the field. */
static void lay_out(ladder_state *s) {
  const ladder_heat *c = s->problem;
  const int32_t head[] = {1, c->nz, c->nx, c->ny, c->steps};
  s->now = put(put(s->values, head, 5), &c->factor, 1);
}

static size_t values_of(const ladder_heat *c) { return 6 + cells(c); }

static ladder_status upload(ladder_state *s, const float *now) {
  begin();
  put(s->now, now, cells(s->problem));
  s->step = 0;
  return end(ask(UPLOAD, 0, -1));
}

static ladder_status download(ladder_state *s, float *now) {
  begin();
  const ladder_status status = ask(DOWNLOAD, 0, -1);
  if (status != LADDER_OK) return status;
  put(now, s->now, cells(s->problem));
  return end(LADDER_OK);
}
