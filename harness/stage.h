/* The contract between the harness and a stage. Version 1. C99 and C++.
 *
 * A stage computes p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), or only the term L p(n), with one
 * idea more than its parent stage. It implements the entries below and exports ONE symbol, made by
 * LADDER_STAGE. Every call blocks: when it returns, its effect is complete. Every entry returns a
 * ladder_status; the words for it come from last_error. Nothing in a stage exits, prints or throws
 * across this boundary. The harness keeps at most one state of a stage at a time.
 *
 * Arrays are float32 and z-major: cell (iz, ix, iy) stands at iz + nz * (ix + nx * iy). Beyond the
 * border the pressure is zero. No array of the harness is padded. */
#ifndef LADDER_STAGE_H
#define LADDER_STAGE_H

#include <stdint.h>

#define LADDER_ABI_VERSION 1
#define LADDER_MOST_KNOBS 8
#define LADDER_MOST_HALF_LENGTH 16

typedef enum ladder_status {
  LADDER_OK = 0,
  LADDER_REFUSED = 1,       /* this stage cannot do this case or launch; the words say why */
  LADDER_OUT_OF_MEMORY = 2, /* the words give the bytes needed and the bytes free */
  LADDER_DEVICE_FAILED = 3,
  LADDER_FAILED = 4,
  LADDER_STOPPED = 5 /* the driver alone returns this: it was asked to stop */
} ladder_status;

typedef enum ladder_device { LADDER_ON_HOST = 0, LADDER_ON_CUDA = 1 } ladder_device;

typedef struct ladder_cell {
  int32_t z, x, y; /* zero-based */
} ladder_cell;

/* What is computed. The struct and what it points to stay valid from create to destroy. */
typedef struct ladder_case {
  int32_t nz, nx, ny;  /* [cells] ny = 1: two dimensions */
  int32_t half_length; /* M of the operator [cells], 1 to LADDER_MOST_HALF_LENGTH */
  int32_t steps;       /* time steps; a trace has steps + 1 samples, sample 0 before any step */
  int32_t sources;     /* number of source cells */
  int32_t receivers;   /* number of receiver cells */
  float dz, dx, dy;    /* spacings [m] */
  float dt;            /* [s] */
  const float *taps_z; /* [2 M + 1] taps, centre at M, symmetric [1/m^2]; of an axis of a single */
  const float *taps_x; /*           cell all taps are zero, and a stage may skip that axis */
  const float *taps_y;
  const float *v2dt2;    /* [nz nx ny] (v dt)^2 [m^2] */
  const float *sponge_z; /* [nz] factors; the taper of a cell is the product of its three */
  const float *sponge_x; /* [nx] */
  const float *sponge_y; /* [ny] */
  const ladder_cell *source_cells;   /* [sources] no two alike */
  const float *wavelets;             /* [sources][steps] what step n adds to p(n+1) at the source */
  const ladder_cell *receiver_cells; /* [receivers] */
} ladder_case;

/* A number, or two (z by x), that the user may choose for a stage. */
typedef struct ladder_knob {
  const char *name;   /* of the option: "threads" is --threads=128, "block" is --block=16x16 */
  const char *unit;   /* with its meaning, for people */
  const char *kernel; /* part of the name of the GPU kernels whose block this knob sets, or NULL.
                       * One value sets a block of (value, 1, 1), two set (first, second, 1). */
  int32_t values;     /* 1 or 2 */
  int32_t preset[2];  /* 0: the stage chooses, and launch_used tells what it chose */
  int32_t least[2];
  int32_t most[2];
} ladder_knob;

/* The value of every knob, in the order of the stage's knobs. */
typedef struct ladder_launch {
  int32_t knob[LADDER_MOST_KNOBS][2];
} ladder_launch;

typedef struct ladder_state ladder_state; /* the stage's own */

typedef struct ladder_stage {
  /* The frame, common to all problems. */
  uint32_t abi_version;    /* LADDER_ABI_VERSION; the loader refuses any other */
  const char *problem;     /* "wave" */
  const char *name;        /* LADDER_STAGE_NAME: taken from the file's name */
  const char *parent;      /* the stage that it differs from by one change; NULL for the original */
  const char *change;      /* that change, in words */
  const char *expectation; /* what it is expected to do to the time, written before measuring */
  ladder_device device;
  int32_t knobs;
  const ladder_knob *knob;

  /* Work per grid point and step. The harness alone turns it into rates. */
  double bytes_per_point;      /* to and from main memory if every value crosses once [B] */
  double operations_per_point; /* beside those of the taps [flop] */
  double operations_per_tap;   /* [flop] */

  /* Allocates all that a run needs. On failure *state is left NULL. */
  ladder_status (*create)(const ladder_case *, const ladder_launch *, ladder_state **state);
  /* The launch that really runs, read back from what the stage launches. */
  ladder_status (*launch_used)(const ladder_state *, ladder_launch *used);
  /* Why the last call failed; of a failed create when state is NULL. Never NULL. */
  const char *(*last_error)(const ladder_state *state);
  void (*destroy)(ladder_state *state); /* accepts NULL */

  /* Entries of the problem `wave`: either laplacian, or the other three; the rest is NULL. */

  /* lap = L p for every cell. Both [nz nx ny], on the host; p is not changed. */
  ladder_status (*laplacian)(ladder_state *, const float *p, float *lap);

  /* For stages that own the time loop. upload takes p(n), p(n-1) and n; advance does `count` steps,
   * each: step, inject wavelet[n], taper p(n+1) and p(n), record; any split of the steps gives the
   * same result. download returns p(n), p(n-1) and all traces [steps + 1][receivers] so far. */
  ladder_status (*upload)(ladder_state *, const float *now, const float *before, int32_t step);
  ladder_status (*advance)(ladder_state *, int32_t count);
  ladder_status (*download)(ladder_state *, float *now, float *before, float *traces);
} ladder_stage;

/* The exported symbol. The build sets LADDER_STAGE_NAME and LADDER_STAGE_SYMBOL from the name of the
 * file; a plug-in gets them from ladder_add_plugin and may also set them by hand. */
#ifndef LADDER_STAGE_SYMBOL
#define LADDER_STAGE_SYMBOL ladder_plugin_stage
#endif
#ifndef LADDER_STAGE_NAME
#define LADDER_STAGE_NAME "plugin"
#endif
#ifdef __cplusplus
#define LADDER_EXTERN extern "C"
#else
#define LADDER_EXTERN extern
#endif
#define LADDER_STAGE                                                                           \
  LADDER_EXTERN __attribute__((visibility("default"))) const ladder_stage LADDER_STAGE_SYMBOL; \
  const ladder_stage LADDER_STAGE_SYMBOL

#endif
