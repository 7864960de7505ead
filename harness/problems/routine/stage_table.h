/* The table of a stage of an adopted routine, for the file that `ladder` generates for each stage:
 * it defines what is in capitals here, and includes this file. C99.
 *
 *   STAGE_PARENT, STAGE_CHANGE, STAGE_EXPECTATION   text; STAGE_PARENT may be NULL
 *   STAGE_KNOBS, KNOBS                              rows of ladder_knob, and how many there are
 *   STAGE_THREADS                                   the knob that is the number of OpenMP threads,
 *                                                   or -1
 *   STAGE_RESIDENT                                  the knob that says whether arrays stay on the
 *                                                   device, or -1
 *   STAGE_ON_CUDA                                   1: compiled by nvcc
 *   STAGE_FORTRAN                                   1: ladder_entry is there already, in Fortran
 *   STAGE_ON_DEVICE, ON_DEVICE, VALUES              rows {value, rank, copied in, copied out}, how
 *                                                   many there are, and of all values
 *   STAGE_SET_KNOBS                                 statements that give the stage's own knobs
 *                                                   their values */
#include <stddef.h>

#include "harness/problems/routine/routine.h"

/* What failed on the device; NULL while nothing has. */
extern const char *ladder_error;
const char *ladder_error = NULL;

struct ladder_state {
  ladder_launch launch;
};
static struct ladder_state the_state;

#if STAGE_THREADS >= 0
int omp_get_max_threads(void);
void omp_set_num_threads(int);
#endif

#if STAGE_ON_CUDA
int cudaMalloc(void **, size_t);
int cudaFree(void *);
int cudaMemcpy(void *, const void *, size_t, int);
int cudaDeviceSynchronize(void);
int cudaGetLastError(void);
const char *cudaGetErrorString(int);
enum { to_device = 1, to_host = 2 };

static int failed(int error) {
  if (error != 0 && !ladder_error) ladder_error = cudaGetErrorString(error);
  return error != 0;
}
#endif

#if !STAGE_FORTRAN
void ladder_call(void **data, int64_t (*lower)[7], int64_t (*extent)[7], int64_t *length);
void ladder_entry(int phase, void **data, int64_t (*lower)[7], int64_t (*extent)[7],
                  int64_t *length);

#if ON_DEVICE > 0
static const struct { int value, rank, in, out; } on_device[] = {STAGE_ON_DEVICE};
static struct {
  void *data;
  size_t bytes;
} kept[ON_DEVICE]; /* from call to call; it grows when a call needs more */

static size_t bytes_of(int k, int64_t (*extent)[7], const int64_t *length) {
  const int value = on_device[k].value;
  size_t bytes = (size_t)length[value];
  for (int axis = 0; axis < on_device[k].rank; axis++) bytes *= (size_t)extent[value][axis];
  return bytes;
}

static void put(void **data, int64_t (*extent)[7], const int64_t *length) {
  for (int k = 0; k < ON_DEVICE; k++) {
    const size_t bytes = bytes_of(k, extent, length);
    const void *from = data[on_device[k].value];
    if (!from || !bytes) continue;
    if (bytes > kept[k].bytes) {
      cudaFree(kept[k].data);
      kept[k].bytes = 0, kept[k].data = NULL;
      if (failed(cudaMalloc(&kept[k].data, bytes))) return;
      kept[k].bytes = bytes;
    }
    if (on_device[k].in && failed(cudaMemcpy(kept[k].data, from, bytes, to_device))) return;
  }
  if (the_state.launch.knob[STAGE_RESIDENT][0]) failed(cudaDeviceSynchronize()); /* not timed */
}

static void get(void **data, int64_t (*extent)[7], const int64_t *length) {
  for (int k = 0; k < ON_DEVICE; k++) {
    const size_t bytes = bytes_of(k, extent, length);
    void *to = data[on_device[k].value];
    if (!to || !bytes || !on_device[k].out) continue;
    if (failed(cudaMemcpy(to, kept[k].data, bytes, to_host))) return;
  }
}
#endif

void ladder_entry(int phase, void **data, int64_t (*lower)[7], int64_t (*extent)[7],
                  int64_t *length) {
#if ON_DEVICE > 0
  if (phase == LADDER_ROUTINE_PUT) put(data, extent, length);
  if (phase == LADDER_ROUTINE_GET) get(data, extent, length);
#endif
  if (phase != LADDER_ROUTINE_CALL) return;
#if ON_DEVICE > 0
  void *with_device[VALUES];
  for (int value = 0; value < VALUES; value++) with_device[value] = data[value];
  for (int k = 0; k < ON_DEVICE; k++)
    if (data[on_device[k].value]) with_device[on_device[k].value] = kept[k].data;
  ladder_call(with_device, lower, extent, length);
#else
  ladder_call(data, lower, extent, length);
#endif
#if STAGE_ON_CUDA
  if (!failed(cudaGetLastError())) /* a kernel that did not start; waiting does not report it */
    failed(cudaDeviceSynchronize());
#endif
}
#else
void ladder_entry(int phase, void **data, int64_t (*lower)[7], int64_t (*extent)[7],
                  int64_t *length);
#endif

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  (void)the_case;
  the_state.launch = *launch;
#if STAGE_THREADS >= 0
  static int at_first = 0;
  if (at_first == 0) at_first = omp_get_max_threads();
  const int threads = launch->knob[STAGE_THREADS][0];
  omp_set_num_threads(threads ? threads : at_first);
#endif
  STAGE_SET_KNOBS
  *state = &the_state;
  return LADDER_OK;
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = state->launch;
#if STAGE_THREADS >= 0
  used->knob[STAGE_THREADS][0] = omp_get_max_threads();
#endif
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return ladder_error ? ladder_error : "nothing failed";
}

static void destroy(ladder_state *state) { (void)state; }

static ladder_status phase(ladder_state *state, int32_t which, void **data, int64_t (*lower)[7],
                           int64_t (*extent)[7], int64_t *length) {
  (void)state;
  ladder_entry(which, data, lower, extent, length);
  return ladder_error ? LADDER_DEVICE_FAILED : LADDER_OK;
}

static int32_t copies_are_timed(const ladder_state *state) {
#if STAGE_RESIDENT >= 0
  return !state->launch.knob[STAGE_RESIDENT][0];
#else
  (void)state;
  return 0;
#endif
}

static const ladder_routine_entries entries = {.phase = phase,
                                               .copies_are_timed = copies_are_timed};
#if KNOBS > 0
static const ladder_knob knobs[] = {STAGE_KNOBS};
#else
static const ladder_knob *const knobs = NULL;
#endif

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "routine",
                .name = LADDER_STAGE_NAME,
                .parent = STAGE_PARENT,
                .change = STAGE_CHANGE,
                .expectation = STAGE_EXPECTATION,
                .device = STAGE_ON_CUDA ? LADDER_ON_CUDA : LADDER_ON_HOST,
                .knobs = KNOBS,
                .knob = knobs,
                .create = create,
                .launch_used = launch_used,
                .last_error = last_error,
                .destroy = destroy,
                .entries = &entries};
