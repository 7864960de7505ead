/* What the stages of the toy problem share. Each defines
 *   static void add_scaled(int n, float factor, const float *x, float *y); */
#include "harness/tests/toy/saxpy/saxpy.h"

#define PROBLEM "saxpy"
#define CASE ladder_saxpy
#include "harness/tests/plugins/plugin_frame.h"

static ladder_status add(ladder_state *state, const float *x, float *y) {
  add_scaled(state->problem->values, state->problem->factor, x, y);
  return LADDER_OK;
}

#define TOY(parent_, change_)                                               \
  PLUGIN_STAGE(.parent = parent_, .change = change_, .bytes_per_point = 12, \
               .operations_per_point = 2, .entries = &(const ladder_saxpy_entries){.add = add})
