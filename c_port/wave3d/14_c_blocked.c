// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
/* Columns in blocks that a core's own cache holds.
 *
 * Changes: a thread goes through its planes for one block of z by x after the other.
 * Why: a value is used by 2M + 1 planes. 2M + 4 whole planes are 12 MB at 384 x 384 and M = 8, so
 *   every use comes from the shared cache; for a block they fit into the core's own 1 to 2 MB.
 * Expected: a tenth to a third less time than c-first-touch beyond 256 x 256 cells a plane
 * Launch: `threads`, as many as there are cores unless it is given; `block`, z by x, for which M
 *   more cells on each side of x and of z are read.
 * Run: ladder --case=salt3d --stage=c-blocked --block=384x32 */
#include "c_port/wave3d/team_of_planes.h"

enum { knob_block = knob_threads + 1 };

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  const ladder_status status = prepare_threads(launch, state);
  if (status != LADDER_OK) return status;
  state->copies = state->threads;
  for (int k = 0; k < 2; ++k)
    if (launch->knob[knob_block][k] % (k == 0 ? LINE : TILE)) {
      why = "block must be a multiple of 16 along z and of 4 along x";
      return LADDER_REFUSED;
    }
  state->used.knob[knob_block][0] = launch->knob[knob_block][0];
  state->used.knob[knob_block][1] = launch->knob[knob_block][1];
  return LADDER_OK;
}

static int smaller(int a, int b) { return a < b ? a : b; }

static void in_blocks(const ladder_state *state, const struct part *all) {
  const int block_z = state->used.knob[knob_block][0], block_x = state->used.knob[knob_block][1];
  for (int x = 0; x < all->x_end; x += block_x)
    for (int z = 0; z < all->z_end; z += block_z) {
      struct part block = *all;
      block.x = x;
      block.x_end = smaller(x + block_x, all->x_end);
      block.z = z;
      block.z_end = smaller(z + block_z, all->z_end);
      ladder_wave3d_update(&state->volume, &block);
    }
}

static ladder_status advance_by(ladder_state *state, int count) {
  return advance_in_planes(state, count, in_blocks);
}

static const ladder_knob knobs[] = {
    THREADS_KNOB(1024), LADDER_KNOB(block, "cells, z by x: a multiple of 16 by one of 4", NULL, 2,
                                    {256, 32}, {LINE, TILE}, {1 << 20, 1 << 20})};

LADDER_STAGE = {LOOP_ENTRIES, .parent = "c-first-touch",
                .change = "a thread's planes in blocks of z by x that the core's own cache holds",
                .expectation = LADDER_EXPECTATION, LADDER_KNOBS(knobs)};
