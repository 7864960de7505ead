// flags: -O3
// needs: nvptx-openacc
// sources: step_openacc.f90
// language: Fortran OpenACC
/* The original's loops on the GPU, by OpenACC's directives.
 *
 * Changes: `parallel loop gang` over lines and `loop vector` along z instead of OpenMP's
 *   directives; `async`, so that the host queues the steps and waits once.
 * Why: OpenACC has a queue where OpenMP's `target` waits. A gang is a block, its vector the warp:
 *   GCC makes 32 lanes of it, so a line of 128 cells takes 4 turns. More gangs than the device
 *   holds at once hide the memory's latency.
 * Expected: 2 to 4 times slower than naive on an H100 at 128^3, at least 5 times faster than
 *   fortran-target: gangs cost nothing to start, launches overlap with kernels
 * Launch: GCC chooses gangs; its vector is 32 lanes.
 * Run: ladder --case=heat-128 --stage=openacc */
#define LANGUAGE(function) ladder_heat_openacc_##function
#include "c_port/heat/language_run.h"

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "fortran-target",
                .change = "OpenACC: the steps are queued",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                OFFLOAD_ENTRIES};

ON_HOST_TOO = {LADDER_HEAT_WORK, .problem = "heat", TABLE_ON_HOST};
