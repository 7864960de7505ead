/* What plug-ins of all problems share. Include it with PROBLEM and CASE defined: the name of the
 * problem and the struct of its cases; and WHY, where its last error has words of its own. */
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Entries may need no state, and a plug-in may set a field of its table anew. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Woverride-init"

struct ladder_state {
  const CASE *problem;
  int calls, images; /* in this run */
};
static struct ladder_state the_state;
static ladder_launch asked; /* which it also reports as used, unless it has another launch_used */

#ifndef WHY
#define WHY "it was built to fail"
#endif

static inline ladder_status create(const void *the_case, const ladder_launch *launch,
                                   ladder_state **state) {
  asked = *launch;
  the_state = (struct ladder_state){the_case, 0, 0};
  *state = &the_state;
  return LADDER_OK;
}
static inline ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = asked;
  return LADDER_OK;
}
static inline const char *last_error(const ladder_state *state) { return WHY; }
static inline void destroy(ladder_state *state) {}

/* Which steps the plug-ins leave out that compute only where a proof by samples once looked: none
 * of a short run, and of a long one some stretches between its start and its end. Enough is left
 * out to be worth it. */
static inline int left_out(int step, int steps) {
  return steps > 50 && step >= 20 && step < steps - 20 && step / 12 % 3 == 1;
}

/* An entry `advance` by which first_run plays the first run back in those later ones that the body
 * names by their number: 1 is the one after it. */
#define REPLAY(name)                                                 \
  static inline int name##_again(int number);                        \
  static inline ladder_status name(ladder_state *s, int32_t count) { \
    return first_run(s, count, name##_again);                        \
  }                                                                  \
  static inline int name##_again(int number)

/* A knob of one number, from 1 on. */
#define KNOB(name_, unit_, preset_, most_)                    \
  .knobs = 1, .knob = &(const ladder_knob) {                  \
    name_, unit_, NULL, 1, {preset_, 0}, {1, 0}, { most_, 0 } \
  }

/* Takes further fields of ladder_stage; a field that is set already is replaced. */
#define PLUGIN_STAGE(...)                            \
  LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION, \
                  .problem = PROBLEM,                \
                  .name = LADDER_STAGE_NAME,         \
                  .parent = "fortran",               \
                  .change = "is tried",              \
                  .expectation = "is a plug-in",     \
                  .bytes_per_point = 8,              \
                  .create = create,                  \
                  .launch_used = launch_used,        \
                  .last_error = last_error,          \
                  .destroy = destroy,                \
                  __VA_ARGS__}
