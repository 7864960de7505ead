/* The entries of the contract for stages on the host that own the time loop, and differ in how the
 * forward field comes back when the backward one needs it. The including file defines
 *   struct forward_field;
 *   static struct forward_field *open_forward(const ladder_imaging *, const ladder_launch *,
 *                                             ladder_launch *used);
 *                                                          NULL where there is no memory
 *   static void close_forward(struct forward_field *);
 *   static void begin_forward(struct shot *);              p(0) and p(-1) are there
 *   static void keep_forward(struct shot *, int n);        p(n) has been computed
 *   static const float *forward_at(struct shot *, int n);  p(n); image times are asked for in
 *                                                          falling order
 *   static void forward_memory(const ladder_imaging *, const ladder_launch *,
 *                              ladder_imaging_memory *);   adds what the forward field takes
 * No maths here. */
#include <string.h>

#include "c_port/imaging/column.h"
#include "c_port/shared/team.h"

struct forward_field;

struct shot {
  ladder_state *team;
  const ladder_imaging *c;
  long cells;
  float *forward[2],
      *backward[2];  /* [n % 2] is the field at n, and the other one that of the step before */
  float *product[4]; /* image, gather_x, gather_z, illumination */
  long values[4];    /* of each */
  int done;          /* of the 2 * steps */
  struct forward_field *kept;
};

static struct forward_field *open_forward(const ladder_imaging *c, const ladder_launch *launch,
                                          ladder_launch *used);
static void close_forward(struct forward_field *kept);
static void begin_forward(struct shot *s);
static void keep_forward(struct shot *s, int n);
static const float *forward_at(struct shot *s, int n);
static void forward_memory(const ladder_imaging *c, const ladder_launch *launch,
                           ladder_imaging_memory *memory);

/* From p(n) in `now` and p(n-1) in `before` to p(n+1) in its place, without what is injected; cells
 * of a box alone. */
static void step_box(const struct shot *s, const float *now, float *before, int z0, int z1, int x0,
                     int x1) {
  const ladder_imaging *c = s->c;
#pragma omp parallel for schedule(static) num_threads(s->team->threads)
  for (int ix = x0; ix < x1; ++ix) step_column_part(c, ix, z0, z1, now, before);
}

/* What time n sends into the cells of the field. */
static void inject(const ladder_imaging *c, int n, const ladder_place *places, int count,
                   const float *signal, float *p) {
  for (int i = 0; i < count; ++i) {
    const ladder_place at = places[i];
    p[at.z + (long)c->nz * at.x] +=
        c->sponge_z[at.z] * c->sponge_x[at.x] * signal[(long)(n - 1) * count + i];
  }
}

/* From p(n-1) and p(n-2) to p(n). */
static void step_forward(struct shot *s, int n) {
  const ladder_imaging *c = s->c;
  step_box(s, s->forward[(n - 1) % 2], s->forward[n % 2], 0, c->nz, 0, c->nx);
  inject(c, n, c->source_cells, c->sources, c->wavelets, s->forward[n % 2]);
}

static void step_backward(struct shot *s, int n) {
  const ladder_imaging *c = s->c;
  step_box(s, s->backward[(n + 1) % 2], s->backward[n % 2], 0, c->nz, 0, c->nx);
  inject(c, n, c->receiver_cells, c->receivers, c->data, s->backward[n % 2]);
}

static void add_image(struct shot *s, const float *forward, const float *backward) {
#pragma omp parallel for schedule(static) num_threads(s->team->threads)
  for (int ix = 0; ix < s->c->nx; ++ix)
    multiply_column(s->c, ix, forward, backward, s->product[0], s->product[1], s->product[2],
                    s->product[3]);
}

static void count_values(const ladder_imaging *c, long values[4]) {
  const long cells = (long)c->nz * c->nx;
  values[0] = values[3] = cells;
  values[1] = cells * (2 * c->offsets_x + 1);
  values[2] = cells * (2 * c->offsets_z + 1);
}

static void destroy_shot(ladder_state *state) {
  struct shot *s = (struct shot *)state;
  if (!s) return;
  for (int k = 0; k < 2; ++k) {
    free(s->forward[k]);
    free(s->backward[k]);
  }
  for (int k = 0; k < 4; ++k) free(s->product[k]);
  if (s->kept) close_forward(s->kept);
  destroy(s->team);
  free(s);
}

static ladder_status create_shot(const void *the_case, const ladder_launch *launch,
                                 ladder_state **state) {
  ladder_state *team;
  *state = NULL;
  const ladder_status status = create(the_case, launch, &team);
  if (status != LADDER_OK) return status;
  why = "the host has no memory left";
  struct shot *s = calloc(1, sizeof *s);
  if (!s) {
    destroy(team);
    return LADDER_OUT_OF_MEMORY;
  }
  s->team = team;
  s->c = the_case;
  s->cells = (long)s->c->nz * s->c->nx;
  count_values(s->c, s->values);
  int there = 1;
  for (int k = 0; k < 2; ++k) {
    there &= (s->forward[k] = calloc(s->cells, sizeof(float))) != NULL;
    there &= (s->backward[k] = calloc(s->cells, sizeof(float))) != NULL;
  }
  for (int k = 0; k < 4; ++k)
    there &= (s->product[k] = calloc(s->values[k], sizeof(float))) != NULL;
  there = there && (s->kept = open_forward(s->c, launch, &team->used)) != NULL;
  if (!there) {
    destroy_shot((ladder_state *)s);
    return LADDER_OUT_OF_MEMORY;
  }
  *state = (ladder_state *)s;
  return LADDER_OK;
}

static ladder_status launch_used_by_shot(const ladder_state *state, ladder_launch *used) {
  return launch_used(((const struct shot *)state)->team, used);
}

static ladder_status upload(ladder_state *state, const float *now, const float *before) {
  struct shot *s = (struct shot *)state;
  memcpy(s->forward[0], now, s->cells * sizeof(float));
  memcpy(s->forward[1], before, s->cells * sizeof(float));
  for (int k = 0; k < 2; ++k) memset(s->backward[k], 0, s->cells * sizeof(float));
  for (int k = 0; k < 4; ++k) memset(s->product[k], 0, s->values[k] * sizeof(float));
  s->done = 0;
  begin_forward(s);
  return LADDER_OK;
}

static ladder_status advance(ladder_state *state, int32_t count) {
  struct shot *s = (struct shot *)state;
  const ladder_status status = all_threads(s->team);
  const int steps = s->c->steps;
  for (int end = s->done + count; status == LADDER_OK && s->done < end; ++s->done) {
    if (s->done < steps) {
      step_forward(s, s->done + 1);
      keep_forward(s, s->done + 1);
      continue;
    }
    const int n = 2 * steps - s->done;
    step_backward(s, n);
    if (n % s->c->every == 0) add_image(s, forward_at(s, n), s->backward[n % 2]);
  }
  return status;
}

static ladder_status download(ladder_state *state, float *image, float *gather_x, float *gather_z,
                              float *illumination) {
  const struct shot *s = (struct shot *)state;
  float *const to[4] = {image, gather_x, gather_z, illumination};
  for (int k = 0; k < 4; ++k) memcpy(to[k], s->product[k], s->values[k] * sizeof(float));
  return LADDER_OK;
}

static ladder_status memory(const ladder_imaging *c, const ladder_launch *launch,
                            ladder_imaging_memory *needed) {
  long values[4];
  count_values(c, values);
  *needed = (ladder_imaging_memory){.forward_steps = c->steps};
  needed->host = sizeof(float) * (4.0 * c->nz * c->nx);
  for (int k = 0; k < 4; ++k) needed->host += sizeof(float) * (double)values[k];
  forward_memory(c, launch, needed);
  return LADDER_OK;
}

static const ladder_imaging_entries entries = {
    .upload = upload, .advance = advance, .download = download, .memory = memory};

#define LOOP_ENTRIES                                                              \
  .owns_time_loop = 1, .create = create_shot, .launch_used = launch_used_by_shot, \
  .last_error = last_error, .destroy = destroy_shot, .entries = &entries, LADDER_IMAGING_WORK
