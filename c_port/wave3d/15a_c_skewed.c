// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
/* Several time steps in one pass through memory, in blocks that lean.
 *
 * Changes: each thread keeps planes of its own and does all steps of a pass in them, in blocks of
 *   columns that lean by M cells a step towards what is done, along x and y. A pass upwards follows
 *   a pass downwards, so the borders of the threads' planes go to and fro. A thread waits for one
 *   neighbour, which is seldom behind.
 * Order: S is M filled up to whole tiles. In a pass upwards step s = 1 .. of block b has the
 *   columns [b B - (s-1) S, (b+1) B - (s-1) S) of the planes [begin + s S, end + s S), 8 planes
 *   at a time, S planes behind step s - 1, and of these four columns after the others: rows that
 *   tiles share along y stay in the second-level cache. At its begin a thread leaves a stair of
 *   planes; the neighbour before it goes on with it at its own end, behind the thread.
 *   p(n+2) takes the place of p(n), which nobody needs by then. A pass downwards is the same with
 *   planes counted from the last.
 * Longer than a slide: c-wavefront's order of blocks goes and another one takes its place.
 * Why: in c-wavefront each step reads what another core has just written, and waits for it at every
 *   slab. Here a core has itself written all that it reads but a few planes, and the steps of a
 *   pass are not bound to the number of threads. The planes between its first and its last step
 *   must fit the shared cache, of three fields and for each thread: they do up to order 8.
 * Expected: 1.2 times c-wavefront at half-length 4 on a volume beyond the caches; nothing at 8,
 *   where the planes between the first and the last step outgrow the shared cache
 * Launch: `threads`; `steps` of a pass, as many as lean by 24 planes, or by two thirds of a
 *   thread's, unless it is given; `columns` of a block, 64, or 16 where that leaves threads without
 *   a block. Not c-wavefront's --columns=32: the planes in the cache have `columns` + 2 M columns,
 *   so a wider block carries less rim.
 * Run: ladder --case=salt3d --stage=c-skewed --columns=64 */
#include "c_port/wave3d/skewed.h"

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  return prepare_skewed(launch, state);
}

LADDER_STAGE = {
    LOOP_ENTRIES, .parent = "c-wavefront",
    .change =
        "all steps of a pass on one core, in blocks that lean; a thread waits for one neighbour",
    .expectation =
        "1.2 times c-wavefront at half-length 4 on a volume beyond the caches; nothing at 8, where "
        "the "
        "planes between the first and the last step outgrow the shared cache",
    LADDER_KNOBS(knobs)};
