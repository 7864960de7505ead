/* What Devito generates for the heat equation, behind ladder's contract. devito_plugin.py compiles
 * it with DEVITO_THREADS, DEVITO_BLOCK_Y and DEVITO_BLOCK_X. Devito's axes x, y, z are our y, x, z;
 * its halo of two cells holds our border. */
#include "devito.c"

#include "harness/problems/heat/heat.h"
#include "devito_call.h"
#include "devito_frame.h"

#define ARG_u &s->u.object
#define ARG_factor c->factor
#define ARG_x_m 0
#define ARG_x_M c->ny - 3
#define ARG_y_m 0
#define ARG_y_M c->nx - 3
#define ARG_z_m 0
#define ARG_z_M c->nz - 3
#define ARG_time_m s->step
#define ARG_time_M s->step + count - 1
#define ARG_nthreads threads
#define ARG_x0_blk0_size s->used.knob[1][0]
#define ARG_y0_blk0_size s->used.knob[1][1]
#define ARG_timers &timers

struct ladder_state {
  const ladder_heat *problem;
  ladder_launch used;
  int step;
  struct array u;
};

#define BLOCK_UNIT "lines of a block, y by x"
#define BLOCK_PRESET {DEVITO_BLOCK_Y, DEVITO_BLOCK_X}
#include "devito_steps.h"

static void destroy(ladder_state *s) {
  if (s) free(s->u.object.data);
  free(s);
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_heat *c = the_case;
  *state = NULL;
  why = "it takes boxes of at least 3 cells along each axis";
  if (c->nz < 3 || c->nx < 3 || c->ny < 3) return LADDER_REFUSED;
  why = "more threads than cores that this process may use";
  const int threads = threads_of(launch);
  if (!threads) return LADDER_REFUSED;
  why = "the host has no memory left";
  ladder_state *s = calloc(1, sizeof *s);
  if (!s) return LADDER_OUT_OF_MEMORY;
  s->problem = c;
  s->used = *launch;
  s->used.knob[0][0] = threads;
  if (!make(&s->u, 2, c->ny + 2, c->nx + 2, c->nz + 2)) {
    destroy(s);
    return LADDER_OUT_OF_MEMORY;
  }
  *state = s;
  return LADDER_OK;
}

/* Line (ix, iy) in buffer `step` modulo 2. */
static float *line_of(const ladder_state *s, int step, int ix, int iy) {
  const size_t plane = (size_t)s->u.size[3] * s->u.size[2];
  return (float *)s->u.object.data + plane * (size_t)(s->u.size[1] * (step % 2) + iy + 1) +
         (size_t)s->u.size[3] * (size_t)(ix + 1) + 1;
}

static ladder_status upload(ladder_state *s, const float *now) {
  const ladder_heat *c = s->problem;
  s->step = 0;
  for (int iy = 0; iy < c->ny; ++iy)
    for (int ix = 0; ix < c->nx; ++ix, now += c->nz)
      for (int buffer = 0; buffer < 2; ++buffer)
        memcpy(line_of(s, buffer, ix, iy), now, sizeof(float) * (size_t)c->nz);
  return LADDER_OK;
}

static ladder_status download(ladder_state *s, float *now) {
  const ladder_heat *c = s->problem;
  for (int iy = 0; iy < c->ny; ++iy)
    for (int ix = 0; ix < c->nx; ++ix, now += c->nz)
      memcpy(now, line_of(s, s->step, ix, iy), sizeof(float) * (size_t)c->nz);
  return LADDER_OK;
}

static const ladder_heat_entries entries = {
    .upload = upload, .advance = take_steps, .download = download};

LADDER_STAGE = {
    DEVITO_ENTRIES,
    .problem = "heat",
    .change =
        "the code that Devito generates from the same equation, with its own flags and blocks",
    .expectation = "as c-blocked: loops in blocks of lines, one step a pass",
    .knobs = 2,
    .bytes_per_point = 8,
    .operations_per_point = 8};
