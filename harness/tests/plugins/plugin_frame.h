/* What plug-ins of all problems share. Include it with PROBLEM and CASE defined: the name of the
 * problem and the struct of its cases. */
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ladder_state {
  const CASE *problem;
  int calls, images; /* in this run */
};
static struct ladder_state the_state;

static inline ladder_status create(const void *the_case, const ladder_launch *launch,
                                   ladder_state **state) {
  (void)launch;
  the_state = (struct ladder_state){the_case, 0, 0};
  *state = &the_state;
  return LADDER_OK;
}
static inline ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  static const ladder_launch nothing;
  (void)state;
  *used = nothing;
  return LADDER_OK;
}
static inline const char *last_error(const ladder_state *state) {
  (void)state;
  return "it was built to fail";
}
static inline void destroy(ladder_state *state) { (void)state; }

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
