/* The entries of the contract for stages on the host that own the time loop, around one function,
 *   static ladder_status advance_by(struct ladder_state *, int count);
 * which the including file defines, with `struct ladder_state` whose first member is `columns`, and
 *   static ladder_status prepare(const ladder_launch *, struct ladder_state *,
 *                                ladder_launch *used);
 * which reads the knobs. No maths here. */
#include "c_port/wave/columns_memory.h"

#ifndef LANES_APART
#define LANES_APART 1 /* lanes that z is spread over: z fastest */
#endif

struct ladder_state {
  struct columns columns;
  ladder_launch used;
  int threads;
};

static ladder_status prepare(const ladder_launch *launch, ladder_state *state);
static ladder_status advance_by(ladder_state *state, int count);

#include "c_port/shared/host_frame.h"

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
  ladder_state *made = calloc(1, sizeof *made);
  if (!made || make_columns(the_case, LANES_APART, &made->columns) != LADDER_OK) {
    free(made);
    return no_memory();
  }
  const ladder_status status = prepare(launch, made);
  if (status != LADDER_OK) {
    free_columns(&made->columns);
    free(made);
    return status;
  }
  *state = made;
  return LADDER_OK;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  free_columns(&state->columns);
  free(state);
}

static ladder_status upload(ladder_state *state, const float *now, const float *before,
                            int32_t step) {
  upload_columns(&state->columns, now, before, step);
  return LADDER_OK;
}

static ladder_status advance(ladder_state *state, int32_t count) {
  if (state->columns.step + count > state->columns.problem->steps)
    return fail(LADDER_FAILED, "more steps were asked for than the case has");
  return count > 0 ? advance_by(state, count) : LADDER_OK;
}

static ladder_status download(ladder_state *state, float *now, float *before, float *traces) {
  download_columns(&state->columns, now, before, traces);
  return LADDER_OK;
}

static const ladder_wave_entries entries = {
    .upload = upload, .advance = advance, .download = download};

#define LOOP_ENTRIES .owns_time_loop = 1, .create = create, HOST_FRAME
