/* The entries of the contract for stages of several ranks, around two functions that the including file defines:
 *   static ladder_status prepare(const ladder_launch *, ladder_state *);  reads the knobs
 *   static void advance_by(ladder_state *, int count);                    takes the steps
 * On rank 0 an entry gives an order and then does what the other ranks do on hearing it; these have no arrays. */
#include "c_port/shared/halos.h"
#include "harness/problems/heat/heat.h"

struct ladder_state {
  ladder_heat whole,
      own; /* own: the part with a rim of one cell where other parts are, a case of its own */
  struct cut cut;
  float *field[2]; /* [own.nz own.nx own.ny] */
  long first;      /* the first cell that is not the rim's */
  struct halos halos[2];
  int which; /* field[which] is T(n) */
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

static struct pitches pitches_of(const ladder_state *s) {
  return (struct pitches){s->own.nz, (long)s->own.nz * s->own.nx};
}

static void free_state(ladder_state *s) {
  for (int k = 0; k < 2; ++k) {
    free_halos(&s->halos[k]);
    free(s->field[k]);
  }
  free(s);
}

/* A part with what it sees of its neighbours. */
static struct span with_rim(struct span part, int cells) {
  if (cells_in(part) == 0) return part;
  return both((struct span){part.begin - 1, part.end + 1}, (struct span){0, cells});
}

static ladder_status make_fields(ladder_state *s) {
  const int me = own_rank();
  s->cut = (struct cut){s->used.knob[0][0], s->used.knob[0][1], s->whole.nx, s->whole.ny};
  const struct span x = x_of(&s->cut, me), y = y_of(&s->cut, me);
  const struct span wide_x = with_rim(x, s->whole.nx), wide_y = with_rim(y, s->whole.ny);
  s->own = s->whole;
  s->own.nx = cells_in(wide_x), s->own.ny = cells_in(wide_y);
  const struct pitches p = pitches_of(s);
  s->first = p.line * (x.begin - wide_x.begin) + p.plane * (y.begin - wide_y.begin);
  for (int k = 0; k < 2; ++k) {
    s->field[k] = calloc((size_t)p.plane * (size_t)s->own.ny + 1, sizeof(float));
    if (!s->field[k] || !make_halos(&s->halos[k], &s->cut, 1, s->own.nz, s->field[k] + s->first, p))
      return fails(LADDER_OUT_OF_MEMORY, "the host has no memory left");
  }
  return LADDER_OK;
}

static ladder_status make(const ladder_heat *the_case, const ladder_launch *launch,
                          ladder_state **state) {
  *state = NULL;
  ladder_state *made = calloc(1, sizeof *made);
  ladder_status status =
      agree(made ? LADDER_OK : fails(LADDER_OUT_OF_MEMORY, "the host has no memory left"), why,
            sizeof why);
  if (status == LADDER_OK) status = agree(prepare(launch, made), why, sizeof why);
  if (status == LADDER_OK) {
    if (the_case) made->whole = *the_case;
    if (has_ranks()) MPI_Bcast(&made->whole, sizeof made->whole, MPI_BYTE, 0, MPI_COMM_WORLD);
    status = agree(make_fields(made), why, sizeof why);
  }
  if (status == LADDER_OK)
    *state = made;
  else if (made)
    free_state(made);
  return status;
}

static void take_in(ladder_state *s, const float *now) {
  s->which = 0;
  scatter(&s->cut, s->own.nz, now, s->field[0] + s->first, pitches_of(s));
  exchange(&s->halos[0]);
}

static void hand_out(ladder_state *s, float *now) {
  gather(&s->cut, s->own.nz, now, s->field[s->which] + s->first, pitches_of(s));
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
        take_in(state, NULL);
        break;
      case ADVANCE:
        advance_by(state, order.count);
        (void)agree(LADDER_OK, why, sizeof why); /* rank 0 waits for all */
        break;
      case DOWNLOAD:
        hand_out(state, NULL);
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

static ladder_status upload(ladder_state *state, const float *now) {
  give_order(UPLOAD, 0, NULL);
  take_in(state, now);
  return LADDER_OK;
}

static ladder_status advance(ladder_state *state, int32_t count) {
  give_order(ADVANCE, count, NULL);
  advance_by(state, count);
  return agree(LADDER_OK, why, sizeof why);
}

static ladder_status download(ladder_state *state, float *now) {
  give_order(DOWNLOAD, 0, NULL);
  hand_out(state, now);
  return LADDER_OK;
}

static const ladder_heat_entries entries = {
    .upload = upload, .advance = advance, .download = download};

#define LOOP_ENTRIES                                                                      \
  .abi_version = LADDER_ABI_VERSION, .problem = "heat", .name = LADDER_STAGE_NAME,        \
  .owns_time_loop = 1, .bytes_per_point = 8, .operations_per_point = 8, .create = create, \
  .launch_used = launch_used, .last_error = last_error, .destroy = destroy, .entries = &entries
