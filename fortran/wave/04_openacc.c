// flags: -O3
// needs: nvptx-openacc
// sources: time_step_openacc.f90
// language: Fortran OpenACC
/* The original and its whole time step on the GPU, by OpenACC's directives.
 *
 * Changes: OpenACC instead of OpenMP's `target`; a cell sums its taps in a register, where the
 *   original adds each tap to the field in memory; the kernels of all steps are queued.
 * Longer than a slide: fortran-target has knobs and the entries of the contract in its file; here a
 *   header that the stages of other languages share has them.
 * Why: a sum in a register saves 2 accesses of memory a tap, every lane of every gang has a cell,
 *   and the host waits once a run. But libgomp starts four kernels a step, 5 to 10 us each, and
 *   finds the addresses of their arrays anew.
 * Expected: 0.08 to 0.2 ms a step of the thesis' grid on an H100, 5 to 12 times faster than
 *   fortran-target: sums in registers, kernels that are queued
 * Launch: GCC chooses gangs; its vector is 32 lanes.
 * Run: ladder --stage=openacc */
#define LANGUAGE(function) ladder_openacc_##function
#include "c_port/wave/language_run.h"

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "fortran-target",
                .change = "OpenACC: a cell sums its taps in a register, and all kernels are queued",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_LOOP_WORK,
                OFFLOAD_ENTRIES};

ON_HOST_TOO = {LADDER_WAVE_LOOP_WORK, .problem = "wave", TABLE_ON_HOST};
