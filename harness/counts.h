/* What a step of a stage does, declared for predictions: from the case, the launch and the limits
 * of a device, which need not be there. Optional, and next to the table of stage.h, so that stages
 * that declare nothing stay as they are. C99 and C++. */
#ifndef LADDER_COUNTS_H
#define LADDER_COUNTS_H

#include "harness/stage.h"

#define LADDER_MOST_LOOPS 8
#define LADDER_MOST_KERNELS 8
#define LADDER_MOST_NAME 64
#define LADDER_MOST_CLUSTER 8 /* blocks that any device can have in a cluster */
#define LADDER_STAR 0
#define LADDER_BOX 1

/* A loop of a kernel. It is found in the machine code by its accesses, however far the compiler
 * unrolled it. */
typedef struct ladder_loop {
  double turns;     /* each time the loop is entered */
  int32_t accesses; /* loads and stores of a turn, of any memory, without those of loops inside */
  int32_t shared;   /* of them those of shared memory */
  int32_t copied;   /* of them asynchronous copies from global into shared memory */
  /* 1: it is at several places of the code, and at each takes all its turns; loops that are
   * declared alike take places by turns. 0: what is found several times is one loop, unrolled and
   * its rest. */
  int32_t at_several_places;
} ladder_loop;

/* The launches of one kernel in a step. Loops that are not named do not turn. Values have 4
 * bytes. */
typedef struct ladder_kernel_counts {
  char name[LADDER_MOST_NAME]; /* as the compiler has it: "stencil", "fused_step<8>" */
  double launches;             /* a step */
  int32_t in_graph;            /* 1: as nodes of a graph */
  int64_t blocks;              /* of a launch */
  int32_t block[3];            /* threads of a block, z by x by y */
  int32_t shared_bytes;        /* that the launch asks for */
  double uniform_accesses;     /* of a thread: loads of one address for all lanes of a warp */
  int32_t tile[3];             /* cells that a block computes, z by x by y */
  int32_t halo[3];             /* cells that it reads beyond them along each axis */
  int32_t shape; /* LADDER_STAR or LADDER_BOX: without or with the corners between them */
  int32_t fields_with_halo; /* arrays that it reads so: 0 or 1 */
  double reads, writes;     /* further arrays, at the cells themselves */
  double rewritten;         /* written arrays that were read too */
  double cells;    /* that are computed; fewer than the grid has where some are passed over */
  int32_t size[3]; /* of the grid, z by x by y */
  /* Accesses at least of a part of the code that a branch passes over: what is for volumes, in two
   * dimensions. 0: none. */
  int32_t passed_over;
  double copied_bytes; /* by a bulk copy that a block waits for before it computes */
  /* Cells along z of the boxes that bulk copies bring, in whole lines, with halo and padding: of
   * the field, of further arrays. The block's own cells begin at a line. 0: threads load them, or
   * they begin anywhere. */
  int32_t box[2];
  int32_t begins_anywhere; /* rows of a block's cells begin at any multiple of so many cells in a
                            * sector; 0: at a whole one */
  /* Cells along each axis beyond the tile that a pass of several steps computes too: the further
   * arrays are read there. */
  int32_t rim[3];
  /* Of a launch that takes several steps with its blocks on the chip: how often it reads and writes
   * what it would once, and how often all blocks wait for each other. 0: once, never. */
  double rounds, grid_barriers;
  /* Of the same: words of 16 bytes that a block sends and gets in a turn of its loop, word w by its
   * thread w % threads. 0: every thread has as many as its code sends. */
  int32_t words;
  /* Values that the lanes of a warp have in a row in shared memory, and from one of these rows to
   * the next, where lanes access cells of their own side by side. 0: all lanes have one row. */
  int32_t shared_row, shared_pitch;
  /* 1: what a block needs comes while it computes, for many turns of a loop. 2: the same, and its
   * threads ask for it and wait for each other in every turn. */
  int32_t comes_ahead;
  int32_t warps_differ; /* 1: the warps of a block do different things in a turn of that loop */
  int32_t loops;
  ladder_loop loop[LADDER_MOST_LOOPS];
} ladder_kernel_counts;

/* What a stage may ask of a device when it chooses a knob that its user left to it. */
typedef struct ladder_device_limits {
  int32_t shared_bytes_a_block; /* that a launch can ask for */
  int32_t multiprocessors;
  int32_t blocks_at_once; /* of the first kernel, on the whole device; what is chosen from it has no
                           * effect on it */
} ladder_device_limits;

/* Of a pass over a volume that the host keeps: what crosses the bus for a chunk of it, and the
 * share of the pass's work that is done between. */
typedef struct ladder_chunk {
  double in_bytes, work, out_bytes;
} ladder_chunk;

typedef struct ladder_step_counts {
  int32_t kernels;
  ladder_kernel_counts kernel[LADDER_MOST_KERNELS];
  ladder_device_limits device; /* given */
  ladder_launch launch;        /* given as asked for; the stage puts in what it would choose */
  /* Given: multiprocessors that blocks can have for themselves in clusters of so many; 0: not
   * known. */
  int32_t in_clusters[LADDER_MOST_CLUSTER + 1];
  /* Of a pass of so many steps, in its order; the stage keeps them until it counts again. Copies
   * in, kernels and copies out of different chunks run at once. 0: the fields are on the device. */
  int32_t chunks, steps_a_pass;
  const ladder_chunk *chunk;
} ladder_step_counts;

/* The case is what create gets, the counts are zero but for what is given. LADDER_REFUSED: what
 * this launch does is not known. */
typedef ladder_status (*ladder_counts)(const void *the_case, const ladder_launch *,
                                       ladder_step_counts *);

/* LADDER_COUNTS = function; in the file of a stage, behind its table. */
#define LADDER_JOIN_WORDS(a, b) a##b
#define LADDER_JOIN(a, b) LADDER_JOIN_WORDS(a, b)
#define LADDER_COUNTS_SYMBOL LADDER_JOIN(LADDER_STAGE_SYMBOL, _counts)
#define LADDER_COUNTS                                                                            \
  LADDER_EXTERN __attribute__((visibility("default"))) const ladder_counts LADDER_COUNTS_SYMBOL; \
  const ladder_counts LADDER_COUNTS_SYMBOL

#endif
