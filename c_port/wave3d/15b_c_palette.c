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
#define OF_PALETTE /* the time loop of c-skewed alone */
#include "c_port/wave3d/15a_c_skewed.c"

/* The number of a value, which is often that of the cell before; a new one's is the next. */
static int number_of(struct volume *w, float value, int before) {
  if (w->value[before] == value) return before;
  for (int i = 0; i < w->values_known; ++i)
    if (w->value[i] == value) return i;
  if (w->values_known < MOST_VALUES) w->value[w->values_known] = value;
  return w->values_known++;
}

/* Of the case's (v dt)^2; 0: there are more than a byte tells apart. */
static int find_values(struct volume *w) {
  const ladder_wave *c = w->the_case;
  const size_t cells = (size_t)c->nz * (size_t)c->nx * (size_t)c->ny;
  int number = 0;
  w->value[0] = c->v2dt2[0];
  w->values_known = 1;
  for (size_t i = 0; i < cells && w->values_known <= MOST_VALUES; ++i)
    number = number_of(w, c->v2dt2[i], number);
  return w->values_known <= MOST_VALUES;
}

/* Each thread a share of the planes. Beyond the grid the taper is zero, so any number will do. */
static int make_codes(struct volume *w, int threads) {
  w->codes = (unsigned char *)memory_for(w->values / sizeof(float) + 1);
  if (!w->codes) return 0;
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
#pragma omp parallel num_threads(threads)
  {
    const size_t k = (size_t)omp_get_thread_num(), n = (size_t)omp_get_num_threads();
    if (n > 1) take_core(&allowed, (int)k);
    const size_t end = k + 1 == n ? w->values : w->values / n * (k + 1);
    int number = 0;
    for (size_t i = w->values / n * k; i < end; ++i)
      if (w->v2dt2[i] != 0)
        w->codes[i] = (unsigned char)(number = number_of(w, w->v2dt2[i], number));
      else
        w->codes[i] = 0;
  }
  if (threads > 1) sched_setaffinity(0, sizeof allowed, &allowed);
  free(w->v2dt2);
  w->v2dt2 = NULL;
  return 1;
}

static ladder_status prepare(const ladder_launch *launch, ladder_state *state) {
  if (!find_values(&state->volume))
    return fail(LADDER_REFUSED, "the model has more than 256 values of (v dt)^2");
  state->volume.finish = make_codes;
  return prepare_skewed(launch, state);
}

LADDER_STAGE = {LOOP_ENTRIES, .parent = "c-skewed",
                .change = "(v dt)^2 as a byte a cell, and a table of its values",
                .expectation =
                    "c-skewed / 1.1 at orders 8 and 16 on a volume beyond the caches: 13 bytes a "
                    "cell and step in place of 16",
                LADDER_KNOBS(knobs)};
