/* For stages in other languages than CUDA that own the time loop, on one core of the host. No maths
 * here. */
#include "c_port/shared/language_stage.h"

static int take_device(int device) { return device; }

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  (void)launch;
  *state = NULL;
  const char *const refusal = why_not((const problem_case *)the_case);
  return refusal ? fail(LADDER_REFUSED, refusal) : create_on(0, 0, 1, the_case, state);
}

#define ON_HOST_ENTRIES .create = create, LOOP_ENTRIES
