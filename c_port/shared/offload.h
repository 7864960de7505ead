/* What stages have in common whose directives, of OpenMP or of OpenACC, GCC compiles for a GPU: is
 * there one, and on which device does this call compute. OpenMP calls the host a device too, and so
 * does OpenACC: each library has a second table, `ladder_on_host`, for tests and measurements where
 * there is no GPU. No maths here.
 * A device that fails, memory excepted, makes libgomp end the program; with --isolate that costs
 * the stage's row alone. */
#include <dlfcn.h>
#ifdef _OPENACC
#include <openacc.h>
#else
#include <math.h>
#include <omp.h>
#endif

#include "c_port/shared/language_stage.h"

enum { FIRST_GPU = 0, THE_HOST = -1 };

enum { knob_team, knob_teams };

/* Directives without a device take the thread's own, which is the caller's to choose. */
#ifdef _OPENACC
static int take_device(int device) {
  const int before = acc_get_device_type() == acc_device_host ? THE_HOST : FIRST_GPU;
  acc_set_device_type(device == THE_HOST ? acc_device_host : acc_device_nvidia);
  return before;
}
static int gpus(void) { return acc_get_num_devices(acc_device_nvidia); }
static int has_room(size_t bytes) {
  void *const room = acc_malloc(bytes);
  if (room) acc_free(room);
  return room != NULL;
}
static int is_on_host(void) {
  int on_host = 1;
#pragma acc parallel copy(on_host)
  on_host = acc_on_device(acc_device_host);
  return on_host;
}
static ladder_launch chosen(const ladder_launch *asked, double cells) {
  (void)cells;
  return *asked;
}
#define TEAM_KNOBS
#else
static int take_device(int device) {
  const int before = omp_get_default_device();
  omp_set_default_device(device == THE_HOST ? omp_get_initial_device() : device);
  return before;
}
static int gpus(void) { return omp_get_num_devices(); }
static int has_room(size_t bytes) {
  void *const room = omp_target_alloc(bytes, 0);
  if (room) omp_target_free(room, 0);
  return room != NULL;
}
static int is_on_host(void) {
  int on_host = 1;
#pragma omp target map(tofrom : on_host)
  on_host = omp_is_initial_device();
  return on_host;
}
/* The time to start teams grows with their number and the work of each falls with it: 16 for the
 * thesis' grid. Left to itself libgomp takes 264 on an H100. */
static ladder_launch chosen(const ladder_launch *asked, double cells) {
  ladder_launch launch = *asked;
  if (!launch.knob[knob_teams][0]) launch.knob[knob_teams][0] = (int32_t)(sqrt(cells) / 30 + 1);
  return launch;
}
static const ladder_knob knobs[] = {
    LADDER_KNOB(team, "lanes by threads of a team; GCC's lanes are 32", NULL, 2, {32, 8}, {32, 1},
                {32, 32}),
    LADDER_KNOB(teams, "teams of a loop; the more, the larger the grid unless given", NULL, 1, {0},
                {1}, {65535})};
#define TEAM_KNOBS LADDER_KNOBS(knobs),
#endif

/* Whether the first GPU computes for directives and has room for so many bytes. */
static ladder_status find_device(size_t bytes) {
  /* libgomp does not look for it in this library's folder; once it is loaded, it is found. */
  if (!dlopen("libgomp-plugin-nvptx.so.1", RTLD_LAZY))
    return fail(LADDER_REFUSED,
                "libgomp-plugin-nvptx.so.1 was not found: install libgomp-plugin-nvptx1, or put "
                "the plug-in's folder on LD_LIBRARY_PATH");
  if (gpus() < 1)
    return fail(LADDER_REFUSED,
                "libgomp sees no GPU here: look at OMP_TARGET_OFFLOAD, and whether libgomp.so.1 "
                "and libgomp-plugin-nvptx.so.1 are of one version");
  const int before = take_device(FIRST_GPU), room = has_room(bytes), on_host = is_on_host();
  take_device(before);
  if (!room)
    return fail(LADDER_OUT_OF_MEMORY, "the device has too little memory left for this case");
  if (on_host)
    return fail(LADDER_REFUSED, "libgomp has no code for the first device, and ran it on the host");
  return LADDER_OK;
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  *state = NULL;
  if (why_not(the_case)) return fail(LADDER_REFUSED, why_not(the_case));
  ladder_status status = find_device(bytes_needed(the_case));
  if (status != LADDER_OK) return status;
  const ladder_launch used = chosen(launch, (double)cells_of(the_case));
  status = create_on(FIRST_GPU, used.knob[knob_teams][0], used.knob[knob_team][1], the_case, state);
  if (status == LADDER_OK) (*state)->used = used;
  return status;
}

/* One thread: to wake a team takes longer than the few cells of a test. */
static ladder_status create_on_host(const void *the_case, const ladder_launch *launch,
                                    ladder_state **state) {
  (void)launch;
  *state = NULL;
  if (why_not(the_case)) return fail(LADDER_REFUSED, why_not(the_case));
  return create_on(THE_HOST, 1, 1, the_case, state);
}

/* The tables: of the stage, and of the same loops on the host. */
#define OFFLOAD_ENTRIES TEAM_KNOBS.device = LADDER_ON_CUDA, .create = create, LOOP_ENTRIES
#define ON_HOST_TOO                                                                       \
  LADDER_EXTERN __attribute__((visibility("default"))) const ladder_stage ladder_on_host; \
  const ladder_stage ladder_on_host
#define TABLE_ON_HOST                                                                           \
  .abi_version = LADDER_ABI_VERSION, .name = LADDER_STAGE_NAME "-on-host", .parent = "fortran", \
  .change = "its loops on the host, by one thread",                                             \
  .expectation = "the same numbers, as fast as the host's compiler makes them",                 \
  .create = create_on_host, LOOP_ENTRIES
