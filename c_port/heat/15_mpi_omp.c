// flags: -O3 -fopenmp -D_GNU_SOURCE
// needs: mpi
/* Several processes, on one machine or on many, each with threads.
 *
 * Changes: each rank keeps a part of the field; before a step the ranks exchange the cells next to
 *   their parts by MPI; with `halo-steps` K before each K steps, K cells deep.
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
#include "c_port/heat/loop_ranks.h"

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
