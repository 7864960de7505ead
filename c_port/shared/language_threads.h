/* For stages in C++ that own the time loop and have a library which divides their loops among
 * threads. The stage defines
 *   static int take_device(int threads);   how many threads calls may have now on; 0: as before
 * No maths here. */
#include <sched.h>

#include "c_port/shared/language_stage.h"

enum { knob_threads };

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
  const char *const refusal = why_not((const problem_case *)the_case);
  if (refusal) return fail(LADDER_REFUSED, refusal);
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  const int cores = CPU_COUNT(&allowed),
            threads = launch->knob[knob_threads][0] ? launch->knob[knob_threads][0] : cores;
  if (threads > cores)
    return fail(
        LADDER_REFUSED,
        "more threads than cores that this process may use: they would wait for each other");
  const ladder_status status = create_on(threads, 0, threads, the_case, state);
  if (status == LADDER_OK) (*state)->used.knob[knob_threads][0] = threads;
  return status;
}

static const ladder_knob knobs[] = {
    LADDER_KNOB(threads, "threads; all cores unless given", NULL, 1, {0}, {1}, {1024})};

/* In the order of the table, which C++ wants; the stage's work is between them. */
#define THREAD_KNOBS LADDER_KNOBS(knobs), .owns_time_loop = 1
#define THREAD_ENTRIES .create = create, HOST_FRAME
