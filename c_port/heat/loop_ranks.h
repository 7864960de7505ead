/* The entries of the contract for stages of several ranks, around one function that the including
 * file defines:
 *   static void advance_by(ladder_state *, int count);    takes the steps */
#include "c_port/shared/halos.h"
#include "harness/problems/heat/heat.h"

struct ladder_state {
  ladder_heat whole, own; /* own: the part with a rim where other parts are, a case of its own */
  struct cut cut;
  float *field[2]; /* [own.nz own.nx own.ny] */
  long first;      /* the first cell that is not the rim's */
  struct halos halos[2];
  int which; /* field[which] is T(n) */
  int left;  /* steps that the halos still suffice for */
  ladder_launch used;
  struct own_cores cores;
  int threads, cut_is_asked_for;
};

#include "c_port/shared/rank_loop.h"

static void advance_by(ladder_state *state, int count);

static struct pitches pitches_of(const ladder_state *s) {
  return (struct pitches){s->own.nz, (long)s->own.nz * s->own.nx};
}

static void free_fields(ladder_state *s) {
  for (int k = 0; k < 2; ++k) {
    free_halos(&s->halos[k]);
    free(s->field[k]);
  }
}

static int halo_steps(const ladder_state *s) { return s->used.knob[knob_halo_steps][0]; }

/* A part with what it sees of its neighbours: a cell for each step until the next exchange. */
static struct span with_rim(struct span part, int rim, int cells) {
  return both(around(part, rim), (struct span){0, cells});
}

static ladder_status make_part(ladder_state *s) {
  const int me = own_rank(), rim = halo_steps(s);
  s->cut = (struct cut){s->used.knob[knob_ranks][0], s->used.knob[knob_ranks][1], s->whole.nx,
                        s->whole.ny};
  const struct span x = x_of(&s->cut, me), y = y_of(&s->cut, me);
  const struct span wide_x = with_rim(x, rim, s->whole.nx), wide_y = with_rim(y, rim, s->whole.ny);
  s->own = s->whole;
  s->own.nx = cells_in(wide_x), s->own.ny = cells_in(wide_y);
  const struct pitches p = pitches_of(s);
  s->first = p.line * (x.begin - wide_x.begin) + p.plane * (y.begin - wide_y.begin);
  for (int k = 0; k < 2; ++k) {
    s->field[k] = calloc((size_t)p.plane * (size_t)s->own.ny + 1, sizeof(float));
    if (!s->field[k] ||
        !make_halos(&s->halos[k], &s->cut, rim, rim > 1, 0, s->own.nz, s->field[k] + s->first, p))
      return no_memory();
  }
  return LADDER_OK;
}

static ladder_status make_fields(const void *the_case, ladder_state *s) {
  if (the_case) s->whole = *(const ladder_heat *)the_case;
  if (has_ranks()) MPI_Bcast(&s->whole, sizeof s->whole, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (s->whole.general) return agreed(fails(LADDER_REFUSED, LADDER_HEAT_PLAIN_ALONE));
  return agreed(make_part(s));
}

static void take_in(ladder_state *s, const float *now) {
  s->which = s->left = 0;
  scatter(&s->cut, s->own.nz, now, s->field[0] + s->first, pitches_of(s));
}

static void hand_out(ladder_state *s, float *now) {
  gather(&s->cut, s->own.nz, now, s->field[s->which] + s->first, pitches_of(s));
}

static ladder_status hear(ladder_state *state, const struct order *order) {
  if (order->call == UPLOAD) take_in(state, NULL);
  if (order->call == ADVANCE) advance_by(state, order->count);
  if (order->call == DOWNLOAD) hand_out(state, NULL);
  return LADDER_OK;
}

static ladder_status upload(ladder_state *state, const float *now) {
  give_order(UPLOAD, 0, NULL);
  take_in(state, now);
  return LADDER_OK;
}

static ladder_status advance(ladder_state *state, int32_t count) {
  give_order(ADVANCE, count, NULL);
  advance_by(state, count);
  return agreed(LADDER_OK);
}

static ladder_status download(ladder_state *state, float *now) {
  give_order(DOWNLOAD, 0, NULL);
  hand_out(state, now);
  return agreed(LADDER_OK);
}

static const ladder_heat_entries entries = {
    .upload = upload, .advance = advance, .download = download};

#define LOOP_ENTRIES RANK_ENTRIES, LADDER_HEAT_FRAME, LADDER_HEAT_WORK
