/* The entries of the contract for stages of several ranks of the problem `wave`, whatever the
 * padded fields of a part are. The including file defines before
 *   padded              with field[2] (p(n) in [n % 2]), v2dt2, traces, step, uploaded, fresh
 *   const char *refusal_of(const ladder_wave *);     NULL, or why several ranks cannot do this case
 *   int reach_of(const ladder_wave *);               cells along an axis that a step reads
 *   int make_padded(const ladder_wave *, padded *);  0: no memory; all but v2dt2, which is NULL in
 *                                                    a part
 *   void free_padded(padded *);                      of one that may be all zero
 *   struct pitches pitches_of(const padded *);
 *   size_t corner_of(const padded *);                where cell (0, 0, 0) is
 * and behind
 *   void step_part(padded *, int step, struct span x, struct span y, int thread, int threads);
 *     a thread's share of these cells of a step; it may make others too, whose values are never
 *     used. */
#include "c_port/shared/part_of_wave.h"

struct ladder_state {
  struct part_of_case part;
  padded fields;
  struct halos deep[2], shallow[2]; /* of a field as p(n), as p(n-1) */
  int reach;                        /* [cells] of a step */
  int left;                         /* steps that the halos still suffice for */
  ladder_launch used;
  struct own_cores cores;
  int threads, cut_is_asked_for;
};

#include "c_port/shared/rank_loop.h"

static void step_part(padded *, int step, struct span x, struct span y, int thread, int threads);

static int halo_steps(const ladder_state *s) { return s->used.knob[knob_halo_steps][0]; }

static float *first_own_cell(const ladder_state *s, float *field) {
  const struct pitches p = pitches_of(&s->fields);
  return field + corner_of(&s->fields) + p.line * s->part.x.begin + p.plane * s->part.y.begin;
}

static void free_fields(ladder_state *s) {
  for (int k = 0; k < 2; ++k) {
    free_halos(&s->deep[k]);
    free_halos(&s->shallow[k]);
  }
  free_padded(&s->fields);
  free_part(&s->part);
}

/* `reach` times halo_steps cells of p(n) are needed, and one time less of p(n-1): as many as are
 * computed. */
static ladder_status make_own_fields(ladder_state *s) {
  const int nz = s->part.whole.nz, steps = halo_steps(s), margin = s->reach * (steps - 1);
  if (!cut_case(&s->part, margin) || !make_padded(&s->part.own, &s->fields)) return no_memory();
  const struct pitches p = pitches_of(&s->fields);
  for (int k = 0; k < 2; ++k) {
    float *const own = first_own_cell(s, s->fields.field[k]);
    if (!make_halos(&s->deep[k], &s->part.cut, s->reach * steps, steps > 1, 0, nz, own, p) ||
        !make_halos(&s->shallow[k], &s->part.cut, margin, 1, 1, nz, own, p))
      return no_memory();
  }
  return LADDER_OK;
}

/* (v dt)^2 of the part and its margin. */
static ladder_status share_velocities(ladder_state *s, const float *whole) {
  const struct pitches p = pitches_of(&s->fields);
  float *const own = first_own_cell(s, s->fields.v2dt2);
  struct halos margin;
  if (agreed(make_halos(&margin, &s->part.cut, s->reach * (halo_steps(s) - 1), 1, 0,
                        s->part.whole.nz, own, p)
                 ? LADDER_OK
                 : no_memory()) != LADDER_OK)
    return LADDER_OUT_OF_MEMORY;
  scatter(&s->part.cut, s->part.whole.nz, whole, own, p);
  exchange(&margin);
  free_halos(&margin);
  return LADDER_OK;
}

static ladder_status make_fields(const void *the_case, ladder_state *s) {
  const ladder_wave *const whole = the_case;
  if (!share_case(&s->part, whole))
    return fails(LADDER_OUT_OF_MEMORY, "a rank has too little memory for the case's small arrays");
  const char *const refusal = rank_count() > 1 ? refusal_of(&s->part.whole) : NULL;
  if (refusal) return fails(LADDER_REFUSED, refusal);
  /* Ranks along an axis of one cell would have nothing. */
  if (s->part.whole.ny == 1 && !s->cut_is_asked_for)
    s->used.knob[knob_ranks][0] *= s->used.knob[knob_ranks][1], s->used.knob[knob_ranks][1] = 1;
  s->part.cut = (struct cut){s->used.knob[knob_ranks][0], s->used.knob[knob_ranks][1],
                             s->part.whole.nx, s->part.whole.ny};
  s->reach = reach_of(&s->part.whole);
  const ladder_status status = agreed(make_own_fields(s));
  return status == LADDER_OK ? share_velocities(s, whole ? whole->v2dt2 : NULL) : status;
}

static void take_in(ladder_state *s, const float *now, const float *before, int step) {
  padded *const w = &s->fields;
  const ladder_wave *const c = &s->part.own;
  const struct pitches p = pitches_of(w);
  w->step = w->uploaded = step;
  w->fresh = 1;
  s->left = 0;
  float *const field = w->field[step % 2];
  scatter(&s->part.cut, c->nz, now, first_own_cell(s, field), p);
  scatter(&s->part.cut, c->nz, before, first_own_cell(s, w->field[(step + 1) % 2]), p);
  for (int r = 0; r < c->receivers; ++r) {
    const ladder_cell at = c->receiver_cells[r];
    w->traces[(size_t)step * (size_t)c->receivers + (size_t)r] =
        field[corner_of(w) + (size_t)(at.z + p.line * at.x + p.plane * at.y)];
  }
}

/* Halos of step `step`, for halo_steps of them. */
static void exchange_at(ladder_state *s, int step) {
  start_exchange(&s->deep[step % 2]);
  start_exchange(&s->shallow[(step + 1) % 2]);
  finish_exchange(&s->deep[step % 2]);
  finish_exchange(&s->shallow[(step + 1) % 2]);
}

static void advance_by(ladder_state *s, int count) {
  padded *const w = &s->fields;
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(s->threads)
  {
    const int k = omp_get_thread_num(), n = omp_get_num_threads();
    take_core(&s->cores.cores, k);
    set_float_mode(mode);
    int left = s->left;
    for (int step = w->step; step < w->step + count; ++step) {
      if (left == 0) {
#pragma omp master
        exchange_at(s, step);
#pragma omp barrier
        left = halo_steps(s);
      }
      --left; /* so many steps still need what this one makes of the margin */
      step_part(w, step, with_margin(s->part.x, left * s->reach, s->part.own.nx),
                with_margin(s->part.y, left * s->reach, s->part.own.ny), k, n);
#pragma omp barrier
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  const int cycle = halo_steps(s);
  s->left = ((s->left - count) % cycle + cycle) % cycle;
  w->step += count;
  w->fresh = 0;
}

static ladder_status take_steps(ladder_state *s, int count) {
  if (s->fields.step + count > s->part.whole.steps)
    return fails(LADDER_FAILED, "more steps were asked for than the case has");
  if (count > 0) advance_by(s, count);
  return LADDER_OK;
}

static ladder_status hand_out(ladder_state *s, float *now, float *before, float *traces) {
  padded *const w = &s->fields;
  const ladder_wave *const c = &s->part.whole;
  const struct pitches p = pitches_of(w);
  gather(&s->part.cut, c->nz, now, first_own_cell(s, w->field[w->step % 2]), p);
  gather(&s->part.cut, c->nz, before, first_own_cell(s, w->field[(w->step + 1) % 2]), p);
  if (before && !w->fresh) /* the second taper, as download_volume has it */
    for (int y = 0; y < c->ny; ++y)
      for (int x = 0; x < c->nx; ++x) {
        float *const column = before + (size_t)c->nz * ((size_t)x + (size_t)c->nx * (size_t)y);
        for (int z = 0; z < c->nz; ++z)
          column[z] *= c->sponge_x[x] * c->sponge_y[y] * c->sponge_z[z];
      }
  /* Samples before the upload are not known here and stay as they are. */
  if (!gather_traces(&s->part, w->traces, traces, w->uploaded, w->step + 1)) return no_memory();
  return LADDER_OK;
}

static ladder_status hear(ladder_state *state, const struct order *order) {
  if (order->call == ADVANCE) return take_steps(state, order->count);
  if (order->call == DOWNLOAD) return hand_out(state, NULL, NULL, NULL);
  take_in(state, NULL, NULL, order->count);
  return LADDER_OK;
}

static ladder_status upload(ladder_state *state, const float *now, const float *before,
                            int32_t step) {
  give_order(UPLOAD, step, NULL);
  take_in(state, now, before, step);
  return LADDER_OK;
}

static ladder_status advance(ladder_state *state, int32_t count) {
  give_order(ADVANCE, count, NULL);
  return agreed(take_steps(state, count));
}

static ladder_status download(ladder_state *state, float *now, float *before, float *traces) {
  give_order(DOWNLOAD, 0, NULL);
  return agreed(hand_out(state, now, before, traces));
}

static const ladder_wave_entries entries = {
    .upload = upload, .advance = advance, .download = download};

#define LOOP_ENTRIES RANK_ENTRIES, LADDER_WAVE_FRAME, LADDER_WAVE_LOOP_WORK
