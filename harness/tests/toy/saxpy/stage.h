/* What the stages of the toy problem share. Each defines
 *   static void add_scaled(int n, float factor, const float *x, float *y); */
#include "harness/tests/toy/saxpy/saxpy.h"

struct ladder_state {
  const ladder_saxpy *the_case;
};
static struct ladder_state the_state;

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  (void)launch; /* no knobs */
  the_state.the_case = the_case;
  *state = &the_state;
  return LADDER_OK;
}
static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  (void)state;
  *used = (ladder_launch){0};
  return LADDER_OK;
}
static const char *last_error(const ladder_state *state) {
  (void)state;
  return "nothing failed";
}
static void destroy(ladder_state *state) { (void)state; }
static ladder_status add(ladder_state *state, const float *x, float *y) {
  add_scaled(state->the_case->values, state->the_case->factor, x, y);
  return LADDER_OK;
}
static const ladder_saxpy_entries entries = {.add = add};

#define TOY(parent_, change_)                        \
  LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION, \
                  .problem = "saxpy",                \
                  .name = LADDER_STAGE_NAME,         \
                  .parent = parent_,                 \
                  .change = change_,                 \
                  .expectation = "the same time",    \
                  .bytes_per_point = 12,             \
                  .operations_per_point = 2,         \
                  .create = create,                  \
                  .launch_used = launch_used,        \
                  .last_error = last_error,          \
                  .destroy = destroy,                \
                  .entries = &entries}
