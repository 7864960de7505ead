/* The entries of the contract for stages of several ranks, around two functions that the including file defines:
 *   static ladder_status prepare(const ladder_launch *, ladder_state *);  reads the knobs
 *   static void advance_by(ladder_state *, int count);                    takes the steps, w->step and w->fresh too
 * On rank 0 an entry gives an order and then does what the other ranks do on hearing it; these have no arrays. */
#include "c_port/wave3d/part_of_case.h"
#include "c_port/wave3d/volume_memory.h"

struct ladder_state {
  struct part_of_case part;
  struct volume volume;
  struct halos halos[2]; /* of volume.field */
  ladder_launch used;
  struct own_cores cores;
  int threads;
};

static ladder_status prepare(const ladder_launch *launch, ladder_state *state);
static void advance_by(ladder_state *state, int count);

static char why[256] = "nothing failed";
static ladder_status fails(ladder_status status, const char *words) {
  snprintf(why, sizeof why, "%s", words);
  return status;
}

static struct pitches pitches_of(const struct volume *w) {
  return (struct pitches){(long)w->pitch, (long)w->plane};
}
static float *first_cell(const struct volume *w, float *field) { return field + w->first; }

static void free_state(ladder_state *state) {
  free_halos(&state->halos[0]);
  free_halos(&state->halos[1]);
  if (state->volume.field[0]) free_volume(&state->volume);
  free_part(&state->part);
  free(state);
}

/* The volume of a part, all but the values of the case. A part may be empty. */
static ladder_status make_own_volume(ladder_state *s) {
  struct volume *const w = &s->volume;
  if (!cut_case(&s->part) || make_volume(&s->part.own, w, 1) != LADDER_OK) {
    w->field[0] = NULL; /* make_volume freed it */
    return fails(LADDER_OUT_OF_MEMORY, "the host has no memory left");
  }
  for (int k = 0; k < 2; ++k)
    if (!make_halos(&s->halos[k], &s->part.cut, w->m, w->the_case->nz, first_cell(w, w->field[k]),
                    pitches_of(w)))
      return fails(LADDER_OUT_OF_MEMORY, "the host has no memory left");
  return LADDER_OK;
}

static ladder_status make(const ladder_wave *the_case, const ladder_launch *launch,
                          ladder_state **state) {
  *state = NULL;
  ladder_state *made = calloc(1, sizeof *made);
  ladder_status status =
      agree(made ? LADDER_OK : fails(LADDER_OUT_OF_MEMORY, "the host has no memory left"), why,
            sizeof why);
  if (status == LADDER_OK) status = agree(prepare(launch, made), why, sizeof why);
  if (status == LADDER_OK && !share_case(&made->part, the_case))
    status =
        fails(LADDER_OUT_OF_MEMORY, "a rank has too little memory for the case's small arrays");
  if (status == LADDER_OK) {
    made->part.cut = (struct cut){made->used.knob[0][0], made->used.knob[0][1], made->part.whole.nx,
                                  made->part.whole.ny};
    status = agree(make_own_volume(made), why, sizeof why);
  }
  if (status != LADDER_OK) {
    if (made) free_state(made);
    return status;
  }
  struct volume *const w = &made->volume;
  scatter(&made->part.cut, w->the_case->nz, the_case ? the_case->v2dt2 : NULL,
          first_cell(w, w->v2dt2), pitches_of(w));
  *state = made;
  return LADDER_OK;
}

static void take_in(ladder_state *s, const float *now, const float *before, int step) {
  struct volume *const w = &s->volume;
  const ladder_wave *const c = w->the_case;
  w->step = w->uploaded = step;
  w->fresh = 1;
  float *const field = w->field[step % 2];
  scatter(&s->part.cut, c->nz, now, first_cell(w, field), pitches_of(w));
  scatter(&s->part.cut, c->nz, before, first_cell(w, w->field[(step + 1) % 2]), pitches_of(w));
  exchange(&s->halos[step % 2]);
  for (int r = 0; r < c->receivers; ++r) {
    const ladder_cell at = c->receiver_cells[r];
    w->traces[(size_t)step * (size_t)c->receivers + (size_t)r] =
        field[cell_of(w, at.z, at.x, at.y)];
  }
}

static ladder_status take_steps(ladder_state *s, int count) {
  if (s->volume.step + count > s->part.whole.steps)
    return fails(LADDER_FAILED, "more steps were asked for than the case has");
  if (count > 0) advance_by(s, count);
  return LADDER_OK;
}

static ladder_status hand_out(ladder_state *s, float *now, float *before, float *traces) {
  struct volume *const w = &s->volume;
  const ladder_wave *const c = &s->part.whole;
  gather(&s->part.cut, c->nz, now, first_cell(w, w->field[w->step % 2]), pitches_of(w));
  gather(&s->part.cut, c->nz, before, first_cell(w, w->field[(w->step + 1) % 2]), pitches_of(w));
  if (before && !w->fresh) /* the second taper, as download_volume has it */
    for (int y = 0; y < c->ny; ++y)
      for (int x = 0; x < c->nx; ++x) {
        float *const column = before + (size_t)c->nz * ((size_t)x + (size_t)c->nx * (size_t)y);
        for (int z = 0; z < c->nz; ++z)
          column[z] *= c->sponge_x[x] * c->sponge_y[y] * c->sponge_z[z];
      }
  /* Samples before the upload are not known here and stay as they are. */
  if (!gather_traces(&s->part, w->traces, traces, w->uploaded, w->step + 1))
    return fails(LADDER_OUT_OF_MEMORY, "the host has no memory left");
  return LADDER_OK;
}

/* What a rank other than 0 does until rank 0 destroys its state. */
static ladder_status follow(void) {
  ladder_state *state = NULL;
  for (;;) {
    const struct order order = take_order();
    switch (order.call) {
      case CREATE:
        if (make(NULL, &order.launch, &state) != LADDER_OK) return LADDER_FAILED;
        break;
      case UPLOAD:
        take_in(state, NULL, NULL, order.count);
        break;
      case ADVANCE:
        (void)agree(take_steps(state, order.count), why, sizeof why);
        break;
      case DOWNLOAD:
        (void)agree(hand_out(state, NULL, NULL, NULL), why, sizeof why);
        break;
      case DESTROY:
        free_state(state);
        return LADDER_OK;
    }
  }
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
  if (!the_case) return follow();
  const ladder_status called = call_ranks(why, sizeof why);
  if (called != LADDER_OK) return called;
  give_order(CREATE, 0, launch);
  return make(the_case, launch, state);
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = state->used;
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return why;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  give_order(DESTROY, 0, NULL);
  free_state(state);
}

static ladder_status upload(ladder_state *state, const float *now, const float *before,
                            int32_t step) {
  give_order(UPLOAD, step, NULL);
  take_in(state, now, before, step);
  return LADDER_OK;
}

static ladder_status advance(ladder_state *state, int32_t count) {
  give_order(ADVANCE, count, NULL);
  return agree(take_steps(state, count), why, sizeof why);
}

static ladder_status download(ladder_state *state, float *now, float *before, float *traces) {
  give_order(DOWNLOAD, 0, NULL);
  return agree(hand_out(state, now, before, traces), why, sizeof why);
}

static const ladder_wave_entries entries = {
    .upload = upload, .advance = advance, .download = download};

#define LOOP_ENTRIES                                                                              \
  .abi_version = LADDER_ABI_VERSION, .problem = "wave", .name = LADDER_STAGE_NAME,                \
  .owns_time_loop = 1, .bytes_per_point = 16, .operations_per_point = 6, .operations_per_tap = 2, \
  .create = create, .launch_used = launch_used, .last_error = last_error, .destroy = destroy,     \
  .entries = &entries
