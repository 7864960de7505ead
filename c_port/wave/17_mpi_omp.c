// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// needs: mpi
/* Several processes, on one machine or on many, each with threads.
 *
 * Changes: each rank has a part of the columns; before a step the ranks exchange the M columns next
 *   to their parts by MPI; with `halo-steps` K before each K steps, K M columns of p(n) and (K-1) M
 *   of p(n-1).
 * Why: to show where it does not pay. The thesis' 240,250 cells take 45 us a step on 16 cores and
 *   fit their caches. A message of M columns is 10 kB: 2 to 5 us between processes of a machine, 10
 *   to 20 between machines, twice a step, and all wait for the slowest. Machines pay once a part
 *   takes far longer than its messages: from some million cells a rank.
 * Expected: on the thesis' 240,250 cells slower than c-omp on the same cores: 5 to 10 us more a
 *   step for two messages and two waits, where a step on 4 cores takes 100 to 150 us, so 0.9 of
 *   c-omp at 2 ranks and 0.8 at 4; with 4 steps a halo no better, since 3 M M / 2 columns are
 *   computed twice
 * Launch: mpirun -n N; `ranks` along x; planes only, volumes are for wave3d; `threads` of each
 *   rank.
 * Work per point: 16 bytes a step if every value crosses once, 2 operations a tap and 6 more.
 *   Halos: 4 M bytes a cell of each cut and step, each way.
 * Run: mpirun -n 4 ladder --case=thesis --stage=mpi-omp --ranks=4x1 */
#include "c_port/shared/part_of_wave.h"
#include "c_port/wave/columns_memory.h"
#include "c_port/wave/columns_step.h"

/* The padded fields of columns.h as those of a part, and with them the entries of wave_ranks.h. */
typedef struct columns padded;
/* A part of a volume may be a plane, which columns.h takes for two dimensions. */
static inline const char *refusal_of(const ladder_wave *c) {
  return c->ny > 1 ? "several ranks do planes here: for volumes take mpi-omp of the ladder wave3d"
                   : NULL;
}
static inline int reach_of(const ladder_wave *c) { return c->half_length; }
static inline int make_padded(const ladder_wave *c, padded *w) {
  if (make_columns(c, 1, w) != LADDER_OK) {
    w->field[0] = NULL; /* make_columns freed it */
    return 0;
  }
  w->vectors = longest_vectors();
  return 1;
}
static inline void free_padded(padded *w) {
  if (w->field[0]) free_columns(w);
}
static inline struct pitches pitches_of(const padded *w) {
  return (struct pitches){w->pz, (long)w->pz * w->px};
}
static inline size_t corner_of(const padded *w) { return w->first; }

#include "c_port/shared/wave_ranks.h"

/* Some columns of every row along x. */
static void step_part(padded *w, int step, struct span x, struct span y, int thread, int threads) {
  struct columns own = *w;
  own.fresh = w->fresh && step == w->step;
  const long columns = cells_in(x);
  const int nx = w->problem->nx, begin = x.begin + (int)(columns * thread / threads),
            end = x.begin + (int)(columns * (thread + 1) / threads);
  for (int row = y.begin; row < y.end; ++row)
    if (begin < end) update_columns(&own, step, row * nx + begin, row * nx + end);
}

static const ladder_knob knobs[] = {RANK_KNOBS};

LADDER_STAGE = {
    LOOP_ENTRIES, .parent = "c-omp",
    .change = "the grid is cut into a part a process; halos travel by MPI before each step",
    .expectation = LADDER_EXPECTATION, LADDER_KNOBS(knobs)};
