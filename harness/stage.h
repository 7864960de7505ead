/* The contract between the harness and a stage: the frame that all problems share. Version 2.
 * C99, C++.
 *
 * A stage solves one problem with one idea more than its parent stage. It implements the entries
 * below and those of its problem (harness/problems/<problem>/), and exports ONE symbol, made by
 * LADDER_STAGE. Every call blocks: when it returns, its effect is complete. Every entry returns a
 * ladder_status; the words for it come from last_error. Nothing in a stage exits, prints or throws
 * across this boundary. The harness keeps at most one state of a stage at a time. */
#ifndef LADDER_STAGE_H
#define LADDER_STAGE_H

#include <stdint.h>

#define LADDER_ABI_VERSION 2
#define LADDER_MOST_KNOBS 8

typedef enum ladder_status {
  LADDER_OK = 0,
  LADDER_REFUSED = 1,       /* this stage cannot do this case or launch; the words say why */
  LADDER_OUT_OF_MEMORY = 2, /* the words give the bytes needed and the bytes free */
  LADDER_DEVICE_FAILED = 3,
  LADDER_FAILED = 4,
  LADDER_STOPPED = 5 /* the driver alone returns this: it was asked to stop */
} ladder_status;

typedef enum ladder_device { LADDER_ON_HOST = 0, LADDER_ON_CUDA = 1 } ladder_device;

/* A number, or two (z by x), that the user may choose for a stage. */
typedef struct ladder_knob {
  const char *name;   /* of the option: "threads" is --threads=128, "block" is --block=16x16 */
  const char *unit;   /* with its meaning, for people */
  const char *kernel; /* part of the name of the GPU kernels whose block this knob sets, or NULL.
                       * One value sets a block of (value, 1, 1), two set (first, second, 1). */
  int32_t values;     /* 1 or 2 */
  int32_t preset[2];  /* 0: the stage chooses, and launch_used returns its choice */
  int32_t least[2];
  int32_t most[2];
} ladder_knob;

/* The value of every knob, in the order of the stage's knobs. */
typedef struct ladder_launch {
  int32_t knob[LADDER_MOST_KNOBS][2];
} ladder_launch;

typedef struct ladder_state ladder_state; /* the stage's own */

typedef struct ladder_stage {
  uint32_t abi_version;    /* LADDER_ABI_VERSION; the loader refuses any other */
  const char *problem;     /* "wave": a folder of harness/problems/ */
  const char *name;        /* LADDER_STAGE_NAME: taken from the file's name */
  const char *parent;      /* the stage that it differs from by one change; NULL for the original */
  const char *change;      /* that change, in words */
  const char *expectation; /* what it is expected to do to the time, written before measuring */
  ladder_device device;
  int32_t knobs;
  const ladder_knob *knob;
  int32_t owns_time_loop; /* 1: it is asked for whole stretches of steps, and the fields stay where
                           * it computes */
  int32_t page_locked; /* 1: the arrays of its runs are page-locked before create, for copies to and
                        * from the device; the time of it counts as that of create */

  /* Work per grid point and step. The harness alone turns it into rates. */
  double bytes_per_point;      /* to and from main memory if every value crosses once [B] */
  double operations_per_point; /* in addition to those of the taps [flop] */
  double operations_per_tap;   /* [flop] */

  /* Allocates all that a run needs. The case is of the problem's own type and stays valid until
   * destroy. On failure *state is left NULL. */
  ladder_status (*create)(const void *the_case, const ladder_launch *, ladder_state **state);
  /* The launch that really runs, read back from what the stage launches. */
  ladder_status (*launch_used)(const ladder_state *, ladder_launch *used);
  /* Why the last call failed; of a failed create when state is NULL. Never NULL. */
  const char *(*last_error)(const ladder_state *state);
  void (*destroy)(ladder_state *state); /* accepts NULL */

  const void *entries; /* those that compute: ladder_wave_entries for the problem "wave" */
} ladder_stage;

/* The exported symbol. The build sets LADDER_STAGE_NAME and LADDER_STAGE_SYMBOL from the name of
 * the file, LADDER_EXPECTATION from its head; a plug-in may set them by hand. */
#ifndef LADDER_STAGE_SYMBOL
#define LADDER_STAGE_SYMBOL ladder_plugin_stage
#endif
#ifndef LADDER_STAGE_NAME
#define LADDER_STAGE_NAME "plugin"
#endif
#ifndef LADDER_EXPECTATION
#define LADDER_EXPECTATION "not stated"
#endif
#ifdef __cplusplus
#define LADDER_EXTERN extern "C"
#else
#define LADDER_EXTERN extern
#endif
/* LADDER_STAGE = {LADDER_<PROBLEM>_FRAME, .parent = ..., ...}; the frame is what all stages of a
 * problem state alike. Knobs are an array of ladder_knob. */
#define LADDER_FRAME_OF(its_problem) \
  .abi_version = LADDER_ABI_VERSION, .problem = its_problem, .name = LADDER_STAGE_NAME
/* A row of that array, behind enum { knob_threads, knob_block, ... } in the order of the rows:
 * LADDER_KNOB(threads, unit, kernel, values, preset, least, most) is --threads, and its value
 * launch.knob[knob_threads][0]. C++ refuses rows in another order. */
#define LADDER_KNOB(its_name, ...) [knob_##its_name] = {#its_name, __VA_ARGS__}
#define LADDER_KNOBS(its_knobs) \
  .knobs = (int32_t)(sizeof(its_knobs) / sizeof(ladder_knob)), .knob = its_knobs
#define LADDER_STAGE                                                                           \
  LADDER_EXTERN __attribute__((visibility("default"))) const ladder_stage LADDER_STAGE_SYMBOL; \
  const ladder_stage LADDER_STAGE_SYMBOL

#endif
