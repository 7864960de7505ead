/* The entries of the contract for stages in other languages than CUDA, around `fields` of a
 * ladder's language_run.h, whose stages own the time loop, or of a stage that has `entries` of its
 * own. The including file defines
 *   static int take_device(int device);   where the calls that follow compute; returns the last one
 * No maths here. */
#include "harness/stage.h"

struct ladder_state {
  run_fields fields;
  ladder_launch used;
  int device;
};

#include "c_port/shared/host_frame.h"

static int take_device(int device);

static void stay_there(const ladder_state *state, int what) {
  const int before = take_device(state->device);
  stay(&state->fields, what);
  take_device(before);
}

static ladder_status create_on(int device, int teams, int threads, const void *the_case,
                               ladder_state **state) {
  ladder_state *const made = (ladder_state *)calloc(1, sizeof *made);
  if (!made || !make_fields((const problem_case *)the_case, &made->fields)) {
    free(made);
    return no_memory();
  }
  made->device = device;
  made->fields.teams = teams, made->fields.threads = threads;
  stay_there(made, ENTER);
  *state = made;
  return LADDER_OK;
}

static void destroy(ladder_state *state) {
  if (!state) return;
  stay_there(state, LEAVE);
  free_fields(&state->fields);
  free(state);
}

#ifdef UPLOAD_ARGUMENTS
static ladder_status advance(ladder_state *state, int32_t count) {
  const int before = take_device(state->device);
  const int taken = take_steps(&state->fields, count);
  take_device(before);
  return taken ? LADDER_OK : fail(LADDER_FAILED, "more steps were asked for than the case has");
}

static ladder_status upload(ladder_state *state, UPLOAD_ARGUMENTS) {
  UPLOAD(&state->fields);
  stay_there(state, TO_DEVICE);
  return LADDER_OK;
}

static ladder_status download(ladder_state *state, DOWNLOAD_ARGUMENTS) {
  stay_there(state, FROM_DEVICE);
  DOWNLOAD(&state->fields);
  return LADDER_OK;
}

static const problem_entries entries = {.upload = upload, .advance = advance, .download = download};

#define OWNS_TIME_LOOP 1
#else
static const problem_entries entries;
#define OWNS_TIME_LOOP 0
#endif

#define LOOP_ENTRIES .owns_time_loop = OWNS_TIME_LOOP, HOST_FRAME
