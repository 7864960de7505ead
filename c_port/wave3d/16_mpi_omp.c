// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
// needs: mpi
/* Several processes, on one machine or on many, each with threads.
 *
 * Changes: the grid is cut into a part a rank; after each step the ranks exchange the M cells beside their parts by MPI.
 * Why: a volume need not fit one machine, and machines add up. On one machine nothing is gained over threads: the same
 *   cores do the same work, and halos are copied that threads would just read.
 * Equation: p(n+1) = T (2 p(n) - T' p(n-1) + (v dt)^2 L p(n)), inject with T, record, where T is the taper; order 2M,
 *   2M+1 taps an axis. The second taper of a field, T', is applied as it becomes p(n-1).
 * Layout: z fastest. A part has the frame of c-omp around it; where another part lies there, the frame is its halo.
 *   Each cell sees the values that it sees in c-omp, so the bits are the same.
 * Launch: mpirun -n N; `ranks` along x by along y, slabs along y unless given; `threads` of each rank.
 * Work per point: 16 bytes a step if every value crosses once, 2 operations a tap and 6 more. Halos: 8 M bytes a cell of
 *   each cut and step, there and back.
 * Run: mpirun -n 4 ladder --case=salt3d --stage=mpi-omp */
#include "c_port/wave3d/loop_ranks.h"

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  const ladder_status status = choose_ranks(launch->knob[0], state->used.knob[0], why, sizeof why);
  if (status != LADDER_OK) return status;
  state->volume.update = ladder_wave3d_cells(0);
  state->cores = own_cores();
  state->threads = launch->knob[1][0] ? launch->knob[1][0] : state->cores.count;
  state->used.knob[1][0] = state->threads;
  if (state->threads > state->cores.count)
    return fails(LADDER_REFUSED,
                 "more threads than cores that this rank may use: they would wait for each other");
  return LADDER_OK;
}

static void advance_by(ladder_state *state, int count) {
  struct volume *const w = &state->volume;
  const unsigned mode = float_mode();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(state->threads)
  {
    const int k = omp_get_thread_num(), n = omp_get_num_threads(), ny = w->the_case->ny;
    take_core(&state->cores.cores, k);
    set_float_mode(mode);
    for (int s = 0; s < count; ++s) {
      struct part own = whole_step(w, w->step + s);
      own.y = first_plane(k, n, ny);
      own.y_end = first_plane(k + 1, n, ny);
      ladder_wave3d_update(w, &own);
#pragma omp barrier
#pragma omp master
      exchange(&state->halos[(w->step + s + 1) % 2]);
#pragma omp barrier
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  w->step += count;
  w->fresh = 0;
}

static const ladder_knob knobs[] = {
    RANKS_KNOB,
    {.name = "threads",
     .unit = "threads of a rank, each on a core; all that it may use unless given",
     .values = 1,
     .preset = {0},
     .least = {1},
     .most = {1024}}};

LADDER_STAGE = {
    LOOP_ENTRIES,
    .parent = "c-omp",
    .change = "the grid is cut into a part a process; halos travel by MPI after each step",
    .expectation =
        "on one machine 0.9 times c-omp with as many cores: halos are copied twice through memory "
        "and nothing is computed meanwhile; on N machines 0.9 N times, while a part has more than "
        "100 planes at half-length 8",
    .knobs = 2,
    .knob = knobs};
