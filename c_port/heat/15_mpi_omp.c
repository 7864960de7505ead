// flags: -O3 -fopenmp -D_GNU_SOURCE
// needs: mpi
/* Several processes, on one machine or on many, each with threads.
 *
 * Changes: each rank keeps a part of the field; before a step the ranks exchange the cells next to
 *   their parts by MPI; with `halo-steps` K before each K steps, K cells deep.
 * Longer than a slide: a part has a rim, and halos travel between the parts' fields and the array.
 * Why: a field need not fit one machine, and machines add up. On one machine it gains over threads
 *   only what the driver's own copies of the field cost. K steps per halo need the same number of
 *   bytes in a K-th of the messages, and K (K-1) / 2 planes that each side computes again in K
 *   steps.
 * Expected: on one machine as fast as c-omp within 10 % where memory bounds both, slower at 128^3:
 *   a step takes 100 us there, and a message 2; on N machines 0.9 N times at 512^3
 * Launch: mpirun -n N; `ranks` along x by along y, slabs along y unless given; `threads` of each
 *   rank.
 * Work per point: 8 bytes if every value crosses once, 8 operations. Halos: 8 bytes per cell of
 *   each cut and step, there and back.
 * Run: mpirun -n 4 ladder --case=heat-128 --stage=mpi-omp */
#include "c_port/shared/halos.h"
#include "harness/problems/heat/heat.h"

/* A rank's part of the field; the contract's entries around advance_by. */
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

/* The loops of c-omp over a part, by an existing team. */
static void step_part(const ladder_heat *c, const float *now, float *next) {
  const long nz = c->nz, nx = c->nx, ny = c->ny, plane = nz * nx;
  const float factor = c->factor;
#pragma omp for collapse(2) schedule(static)
  for (long iy = 0; iy < ny; ++iy)
    for (long ix = 0; ix < nx; ++ix) {
      const long line = nz * ix + plane * iy;
      if (ix == 0 || ix == nx - 1 || iy == 0 || iy == ny - 1) {
        memcpy(next + line, now + line, (size_t)nz * sizeof *now);
        continue;
      }
      next[line] = now[line];
      next[line + nz - 1] = now[line + nz - 1];
#pragma omp simd
      for (long at = line + 1; at < line + nz - 1; ++at)
        next[at] = now[at] + factor * ((now[at - 1] + now[at + 1]) + (now[at - nz] + now[at + nz]) +
                                       (now[at - plane] + now[at + plane]) - 6 * now[at]);
    }
}

static void advance_by(ladder_state *state, int count) {
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(state->threads)
  {
    take_core(&state->cores.cores, omp_get_thread_num());
    set_float_mode(mode);
    int left = state->left;
    for (int s = 0; s < count; ++s, --left) {
      const int now = (state->which + s) % 2;
      if (left == 0) {
#pragma omp master
        exchange(&state->halos[now]);
#pragma omp barrier
        left = halo_steps(state);
      }
      step_part(&state->own, state->field[now], state->field[1 - now]); /* a barrier is behind it */
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  const int cycle = halo_steps(state);
  state->left = ((state->left - count) % cycle + cycle) % cycle;
  state->which = (state->which + count) % 2;
}

static const ladder_knob knobs[] = {RANK_KNOBS};

LADDER_STAGE = {
    LOOP_ENTRIES, .parent = "c-omp",
    .change = "the field is cut into a part a process; halos travel by MPI before each step",
    .expectation = LADDER_EXPECTATION, LADDER_KNOBS(knobs)};
