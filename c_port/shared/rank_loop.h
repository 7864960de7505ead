/* The entries of the contract for stages of several ranks that own the time loop, but for those
 * that bring arrays in and out. On rank 0 an entry gives an order and then does what the other
 * ranks do on hearing it; these have no arrays.
 *
 * The including file has defined `struct ladder_state` with, among others,
 *   ladder_launch used;      RANK_KNOBS, then the stage's own as they were asked for
 *   struct own_cores cores;
 *   int threads;             of this rank
 *   int cut_is_asked_for;    else the stage may cut as it likes
 * and defines behind this include
 *   ladder_status make_fields(const void *, ladder_state *);   all that is not in the knobs;
 *                                                              without a case but on rank 0
 *   void free_fields(ladder_state *);                          however far make_fields has come
 *   ladder_status hear(ladder_state *, const struct order *);  UPLOAD, ADVANCE and DOWNLOAD on the
 *                                                              other ranks
 * No maths here. */
#include <stdlib.h>

#include "c_port/shared/ranks.h"

static ladder_status make_fields(const void *the_case, ladder_state *state);
static void free_fields(ladder_state *state);
static ladder_status hear(ladder_state *state, const struct order *order);

static char why[256] = "nothing failed";
static ladder_status fails(ladder_status status, const char *words) {
  snprintf(why, sizeof why, "%s", words);
  return status;
}
static ladder_status no_memory(void) {
  return fails(LADDER_OUT_OF_MEMORY, "the host has no memory left");
}
static ladder_status agreed(ladder_status own) { return agree(own, why, sizeof why); }

enum { knob_ranks, knob_threads, knob_halo_steps };

static ladder_status read_knobs(const ladder_launch *launch, ladder_state *state) {
  state->used = *launch;
  state->cut_is_asked_for = launch->knob[knob_ranks][0] > 0;
  const ladder_status status =
      choose_ranks(launch->knob[knob_ranks], state->used.knob[knob_ranks], why, sizeof why);
  if (status != LADDER_OK) return status;
  state->cores = own_cores();
  state->threads =
      launch->knob[knob_threads][0] ? launch->knob[knob_threads][0] : state->cores.count;
  state->used.knob[knob_threads][0] = state->threads;
  if (state->threads > state->cores.count)
    return fails(LADDER_REFUSED,
                 "more threads than cores that this rank may use: they would wait for each other");
  return LADDER_OK;
}

static void free_state(ladder_state *state) {
  free_fields(state);
  free(state);
}

static ladder_status make(const void *the_case, const ladder_launch *launch, ladder_state **state) {
  *state = NULL;
  ladder_state *made = calloc(1, sizeof *made);
  ladder_status status = agreed(made ? LADDER_OK : no_memory());
  if (status == LADDER_OK) status = agreed(read_knobs(launch, made));
  if (status == LADDER_OK) status = make_fields(the_case, made);
  if (status == LADDER_OK)
    *state = made;
  else if (made)
    free_state(made);
  return status;
}

/* What a rank other than 0 does until rank 0 destroys its state. */
static ladder_status follow(void) {
  ladder_state *state = NULL;
  for (;;) {
    const struct order order = take_order();
    if (order.call == CREATE) {
      if (make(NULL, &order.launch, &state) != LADDER_OK) return LADDER_FAILED;
    } else if (order.call == DESTROY) {
      free_state(state);
      return LADDER_OK;
    } else {
      const ladder_status heard = hear(state, &order);
      if (order.call != UPLOAD) (void)agreed(heard); /* rank 0 waits for all */
    }
  }
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
  if (!the_case) return follow();
  const ladder_status called = call_ranks(why, sizeof why);
  if (called != LADDER_OK) return called;
  give_order(CREATE, 0, launch);
  return make(the_case, launch, state);
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = state->used;
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return why;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  give_order(DESTROY, 0, NULL);
  free_state(state);
}

#define RANK_KNOBS                                                                                \
  RANKS_KNOB,                                                                                     \
      LADDER_KNOB(threads, "threads of a rank, each on a core; all that it may use unless given", \
                  NULL, 1, {0}, {1}, {1024}),                                                     \
      [knob_halo_steps] = {                                                                       \
          "halo-steps", "steps for each exchange of halos, which are as many times as wide",      \
          NULL,         1,                                                                        \
          {1},          {1},                                                                      \
          {64}}

/* The problem's own entries are `entries`. */
#define RANK_ENTRIES                                                                           \
  .owns_time_loop = 1, .create = create, .launch_used = launch_used, .last_error = last_error, \
  .destroy = destroy, .entries = &entries
