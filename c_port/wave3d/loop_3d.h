/* The entries of the contract for stages on the host that own the time loop, around two functions
 * that the including file defines:
 *   static ladder_status prepare(const ladder_launch *, ladder_state *);
 *     reads the knobs; of the volume there is the case
 *   static ladder_status advance_by(ladder_state *, int count);
 *     takes the steps, w->step and w->fresh too
 * `copies` of the state: threads that bring fields in and out. No maths here. */
#include "c_port/wave3d/volume_memory.h"

struct ladder_state {
  struct volume volume;
  ladder_launch used;
  int threads, copies;
};

static ladder_status prepare(const ladder_launch *launch, ladder_state *state);
static ladder_status advance_by(ladder_state *state, int count);

static const char *why = "nothing failed";

enum { knob_threads };

/* Reads the knob `threads`, the first one, and takes the code for this processor. */
static inline ladder_status prepare_threads(const ladder_launch *launch, ladder_state *state) {
  state->volume.update = ladder_wave3d_cells(0);
  state->threads = launch->knob[knob_threads][0] ? launch->knob[knob_threads][0] : allowed_cores();
  if (state->threads > allowed_cores()) {
    why = "more threads than cores that this process may use: they would wait for each other";
    return LADDER_REFUSED;
  }
  state->used.knob[knob_threads][0] = state->threads;
  return LADDER_OK;
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
  ladder_state *made = calloc(1, sizeof *made);
  if (!made) {
    why = "the host has no memory left";
    return LADDER_OUT_OF_MEMORY;
  }
  made->threads = made->copies = 1;
  made->volume.the_case = the_case;
  ladder_status status = prepare(launch, made);
  if (status == LADDER_OK && make_volume(the_case, &made->volume, made->copies) != LADDER_OK) {
    why = "the host has no memory left";
    status = LADDER_OUT_OF_MEMORY;
  }
  if (status != LADDER_OK) {
    free(made);
    return status;
  }
  *state = made;
  return LADDER_OK;
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
  free_volume(&state->volume);
  free(state);
}

static ladder_status upload(ladder_state *state, const float *now, const float *before,
                            int32_t step) {
  upload_volume(&state->volume, now, before, step, state->copies);
  return LADDER_OK;
}

static ladder_status advance(ladder_state *state, int32_t count) {
  if (state->volume.step + count > state->volume.the_case->steps) {
    why = "more steps were asked for than the case has";
    return LADDER_FAILED;
  }
  return count > 0 ? advance_by(state, count) : LADDER_OK;
}

static ladder_status download(ladder_state *state, float *now, float *before, float *traces) {
  download_volume(&state->volume, now, before, traces, state->copies);
  return LADDER_OK;
}

static const ladder_wave_entries entries = {
    .upload = upload, .advance = advance, .download = download};

#define LOOP_ENTRIES                                                                           \
  LADDER_WAVE_FRAME, .owns_time_loop = 1, LADDER_WAVE_LOOP_WORK, .create = create,             \
                     .launch_used = launch_used, .last_error = last_error, .destroy = destroy, \
                     .entries = &entries
