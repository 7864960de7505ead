// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
// needs: mpi
/* Several processes, on one machine or on many, each with threads.
 *
 * Changes: each rank has a part of the grid; before a step the ranks exchange the M cells next to
 *   their parts by MPI; with `halo-steps` K before each K steps, K M cells of p(n) and (K-1) M of
 *   p(n-1).
 * Why: a volume need not fit one machine, and machines add up. On one machine it gains nothing over
 *   threads: the same cores do the same work, and halos are copied that threads would just read. K
 *   steps per halo need a K-th of the messages and twice their bytes, and each rank computes its
 *   neighbours' cells again, M K (K-1) / 2 planes at each side in K steps: this pays only if a
 *   message takes longer than that, so for small parts or slow networks.
 * Expected: on one machine 0.9 times c-omp with as many cores: halos are copied twice through
 *   memory and nothing is computed meanwhile; on N machines 0.9 N times, while a part has more than
 *   100 planes at half-length 8
 * Launch: mpirun -n N; `ranks` along x by along y, slabs along y unless given; `threads` of each
 *   rank.
 * Work per point: 16 bytes a step if every value crosses once, 2 operations a tap and 6 more.
 *   Halos: 8 M bytes a cell of each cut and step, there and back.
 * Run: mpirun -n 4 ladder --case=salt3d --stage=mpi-omp */
#include "c_port/shared/part_of_wave.h"
#include "c_port/wave3d/volume_memory.h"

/* The padded fields of volume.h as those of a part, and with them the entries of wave_ranks.h. */
typedef struct volume padded;
static inline const char *refusal_of(const ladder_wave *c) {
  (void)c;
  return NULL;
}
static inline int reach_of(const ladder_wave *c) { return compiled_half_length(c->half_length); }
static inline int make_padded(const ladder_wave *c, padded *w) {
  w->update = ladder_wave3d_cells(0);
  if (make_volume(c, w, 1) == LADDER_OK) return 1;
  w->field[0] = NULL; /* make_volume freed it */
  return 0;
}
static inline void free_padded(padded *w) {
  if (w->field[0]) free_volume(w);
}
static inline struct pitches pitches_of(const padded *w) {
  return (struct pitches){(long)w->pitch, (long)w->plane};
}
static inline size_t corner_of(const padded *w) { return w->first; }

#include "c_port/shared/wave_ranks.h"

/* Whole tiles, counted from the part's corner. */
static void step_part(padded *w, int step, struct span x, struct span y, int thread, int threads) {
  struct part own = whole_step(w, step);
  const int first = y.begin / TILE, tiles = up_to(TILE, y.end) / TILE - first;
  own.x = x.begin / TILE * TILE;
  own.x_end = both((struct span){0, own.x_end}, (struct span){0, up_to(TILE, x.end)}).end;
  own.y = TILE * (first + tiles * thread / threads);
  own.y_end = TILE * (first + tiles * (thread + 1) / threads);
  if (own.y_end > w->the_case->ny) own.y_end = w->the_case->ny;
  if (cells_in(x) > 0 && own.y < own.y_end) ladder_wave3d_update(w, &own);
}

static const ladder_knob knobs[] = {RANK_KNOBS};

LADDER_STAGE = {
    LOOP_ENTRIES, .parent = "c-omp",
    .change = "the grid is cut into a part a process; halos travel by MPI before each step",
    .expectation = LADDER_EXPECTATION, LADDER_KNOBS(knobs)};
