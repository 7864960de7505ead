// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
/* Each plane is in the memory of the socket that computes it.
 *
 * Changes: the threads that compute the planes write them first, and copy them in and out.
 * Why: a page is placed in the memory of the processor that writes it first. With one thread all
 *   pages are at one socket, and the other waits for the link. On a machine with one memory the
 *   copies in and out are still faster, by the factor between the speed of the memory and that of
 *   one core.
 * Expected: twice c-omp on two sockets; on one the time of the copies in and out alone
 * Launch: `threads`, as many as there are cores unless it is given.
 * Run: ladder --case=salt3d --stage=c-first-touch */
#include "c_port/wave3d/team_of_planes.h"

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  const ladder_status status = prepare_threads(launch, state);
  state->copies = state->threads;
  return status;
}

static void step_planes(const ladder_state *state, const struct part *own) {
  ladder_wave3d_update(&state->volume, own);
}

static ladder_status advance_by(ladder_state *state, int count) {
  return advance_in_planes(state, count, step_planes);
}

static const ladder_knob knobs[] = {THREADS_KNOB(1024)};

LADDER_STAGE = {LOOP_ENTRIES, .parent = "c-omp",
                .change = "threads touch first, and bring in and out, the planes that they compute",
                .expectation = LADDER_EXPECTATION, LADDER_KNOBS(knobs)};
