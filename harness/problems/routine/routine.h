/* What a stage of the problem `routine` implements: one call of a Fortran procedure with flat
 * values. C99 and C++.
 *
 * `ladder` compiles the stages of an adopted routine and gives each this table (stage_table.h);
 * nobody writes it by hand. A value is an argument, a component of one, or a variable that outlives
 * a call. Its data are in Fortran's order; lower[k][axis] and extent[k][axis] are the bounds of
 * value k, length[k] the bytes of an element; data[k] is NULL where the value is absent. */
#ifndef LADDER_ROUTINE_H
#define LADDER_ROUTINE_H

#include "harness/stage.h"

/* What is computed. Valid from create to destroy. */
typedef struct ladder_routine {
  int32_t calls;  /* of a run, in the order in which they were recorded */
  int32_t values; /* of each call */
} ladder_routine;

enum {
  LADDER_ROUTINE_PUT = 1,  /* variables of modules, or memory of the device, get their values */
  LADDER_ROUTINE_CALL = 2, /* the call itself */
  LADDER_ROUTINE_GET = 3   /* what was written is brought back to the data */
};

typedef struct ladder_routine_entries {
  /* One phase of a call; the three follow each other, with the same values. */
  ladder_status (*phase)(ladder_state *, int32_t phase, void **data, int64_t (*lower)[7],
                         int64_t (*extent)[7], int64_t *length);
  /* Whether phases 1 and 3 belong to the time: they copy to a device and back at each call. */
  int32_t (*copies_are_timed)(const ladder_state *);
} ladder_routine_entries;

#endif
