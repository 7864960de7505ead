/* An honest stage that owns the time loop, in plain C; plug-ins that err on purpose spoil one
 * entry. */
#include "bad_plugin.h"

static struct {
  float *now, *before, *lap; /* [cells] */
  float *traces;             /* [steps + 1][receivers] */
  int step;
} loop;

static inline size_t trace_bytes(const ladder_wave *c, int samples) {
  return sizeof(float) * (size_t)samples * (size_t)c->receivers;
}

static inline void release(ladder_state *state) {
  if (!state) return;
  free(loop.now), free(loop.before), free(loop.lap), free(loop.traces);
}

static inline ladder_status allocate(const void *the_case, const ladder_launch *launch,
                                     ladder_state **state) {
  const ladder_wave *c = the_case;
  const size_t bytes = sizeof(float) * cells_of(c);
  loop.now = malloc(bytes), loop.before = malloc(bytes), loop.lap = malloc(bytes);
  loop.traces = malloc(trace_bytes(c, c->steps + 1));
  return create(c, launch, state);
}

static inline void record(const ladder_wave *c) {
  for (int r = 0; r < c->receivers; ++r) {
    const ladder_cell at = c->receiver_cells[r];
    loop.traces[loop.step * c->receivers + r] = loop.now[Z_FASTEST(c, at.z, at.x, at.y)];
  }
}

static inline void taper(const ladder_wave *c, float *p) {
  for (int y = 0; y < c->ny; ++y)
    for (int x = 0; x < c->nx; ++x)
      for (int z = 0; z < c->nz; ++z)
        p[Z_FASTEST(c, z, x, y)] *= c->sponge_x[x] * c->sponge_y[y] * c->sponge_z[z];
}

static inline ladder_status upload(ladder_state *s, const float *now, const float *before,
                                   int32_t step) {
  const size_t bytes = sizeof(float) * cells_of(s->problem);
  memcpy(loop.now, now, bytes);
  memcpy(loop.before, before, bytes);
  loop.step = step;
  record(s->problem);
  return LADDER_OK;
}

static inline ladder_status advance(ladder_state *s, int32_t count) {
  const ladder_wave *c = s->problem;
  for (; count > 0; --count) {
    convolve(c, loop.now, loop.lap);
    for (size_t i = 0; i < cells_of(c); ++i)
      loop.before[i] = 2 * loop.now[i] - loop.before[i] + c->v2dt2[i] * loop.lap[i];
    float *next = loop.before;
    loop.before = loop.now, loop.now = next;
    for (int i = 0; i < c->sources; ++i) {
      const ladder_cell at = c->source_cells[i];
      loop.now[Z_FASTEST(c, at.z, at.x, at.y)] += c->wavelets[i * c->steps + loop.step];
    }
    taper(c, loop.now);
    taper(c, loop.before);
    ++loop.step;
    record(c);
  }
  return LADDER_OK;
}

static inline ladder_status download(ladder_state *s, float *now, float *before, float *traces) {
  const size_t bytes = sizeof(float) * cells_of(s->problem);
  memcpy(now, loop.now, bytes);
  memcpy(before, loop.before, bytes);
  memcpy(traces, loop.traces, trace_bytes(s->problem, loop.step + 1));
  return LADDER_OK;
}

/* upload, advance, download, then further fields of ladder_stage if need be. */
#define BAD_LOOP(upload_, advance_, download_, ...)                                      \
  BAD_STAGE_WITH(.create = allocate, .destroy = release, .owns_time_loop = 1,            \
                 .entries =                                                              \
                     &(const ladder_wave_entries){                                       \
                         .upload = upload_, .advance = advance_, .download = download_}, \
                 ##__VA_ARGS__)
