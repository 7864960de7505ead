// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
// sources: update.c update_avx2.c update_avx512.c
/* (v dt)^2 as a byte a cell, and a table of its values.
 *
 * Changes: where the model has at most 256 values of (v dt)^2, as layers and salt bodies have, each
 *   cell has the number of its own in a table. Up to 16 values are looked up in a register.
 * Why: what comes from beyond a core's own caches bounds c-skewed, at order 16 above all, and a
 *   layered model says little in its 4 bytes a cell. Against it: a gather of 16 values from the
 *   first-level cache where they do not fit a register.
 * Expected: c-skewed / 1.1 at orders 8 and 16 on a volume beyond the caches: 13 bytes a cell and
 *   step in place of 16
 * Launch: as c-skewed. A model of more than 256 values is refused.
 * Work per point: 13 bytes if every value crosses once.
 * Run: ladder --case=two-layer-512 --grid=384 --stage=c-palette */
#include "c_port/wave3d/skewed.h"

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  if (!find_values(&state->volume)) {
    why = "the model has more than 256 values of (v dt)^2";
    return LADDER_REFUSED;
  }
  return prepare_skewed(launch, state);
}

LADDER_STAGE = {LOOP_ENTRIES, .parent = "c-skewed",
                .change = "(v dt)^2 as a byte a cell, and a table of its values",
                .expectation =
                    "c-skewed / 1.1 at orders 8 and 16 on a volume beyond the caches: 13 bytes a "
                    "cell and step in place of 16",
                LADDER_KNOBS(knobs)};
