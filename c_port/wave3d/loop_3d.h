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

#include "c_port/shared/host_frame.h"

enum { knob_threads };

/* Reads the knob `threads`, the first one, and takes the code for this processor. */
static inline ladder_status prepare_threads(const ladder_launch *launch, ladder_state *state) {
  state->volume.update = ladder_wave3d_cells(0);
  state->threads = threads_for(launch->knob[knob_threads][0]);
  state->used.knob[knob_threads][0] = state->threads;
  return state->threads ? LADDER_OK : fail(LADDER_REFUSED, TOO_MANY_THREADS);
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
  ladder_state *made = calloc(1, sizeof *made);
  if (!made) return no_memory();
  made->threads = made->copies = 1;
  made->volume.the_case = the_case;
  ladder_status status = prepare(launch, made);
  if (status == LADDER_OK && make_volume(the_case, &made->volume, made->copies) != LADDER_OK)
    status = no_memory();
  if (status != LADDER_OK) {
    free(made);
    return status;
  }
  *state = made;
  return LADDER_OK;
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
  if (state->volume.step + count > state->volume.the_case->steps)
    return fail(LADDER_FAILED, "more steps were asked for than the case has");
  return count > 0 ? advance_by(state, count) : LADDER_OK;
}

static ladder_status download(ladder_state *state, float *now, float *before, float *traces) {
  download_volume(&state->volume, now, before, traces, state->copies);
  return LADDER_OK;
}

static const ladder_wave_entries entries = {
    .upload = upload, .advance = advance, .download = download};

#define LOOP_ENTRIES \
  LADDER_WAVE_FRAME, .owns_time_loop = 1, LADDER_WAVE_LOOP_WORK, .create = create, HOST_FRAME
