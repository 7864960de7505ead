// flags: -O3
// sources: time_step_concurrent.f90
// language: Fortran do concurrent
/* The original and its whole time step by `do concurrent`, the standard's own word for loops whose
 * iterations are independent.
 *
 * Changes: each loop over columns is a `do concurrent`, those of the driver's time step too; a
 *   column is done with all its taps before the next one.
 * Why: the Fortran stays Fortran, and a compiler may give iterations to threads, lanes or a GPU.
 *   But gfortran takes the word for the vectorizer alone: the loops stay on one core. With
 *   -ftree-parallelize-loops GCC 12 divides what its own dependence test proves, with or without
 *   the word: here the loops along z, which is a fork for each tap of each column.
 * Expected: 0.9 to 1.3 times as fast as fortran: one core, a column's sums stay in its caches
 * Launch: one core, serial.
 * Work per point: 16 bytes a step if every value crosses once, 2 operations a tap and 6 more.
 * Run: ladder --stage=do-concurrent */
#define LANGUAGE(function) ladder_concurrent_##function
#define ON_HOST_ALONE
#include "c_port/wave/language_run.h"

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "fortran",
                .change = "do concurrent instead of loops over columns, in the whole time step",
                .expectation = LADDER_EXPECTATION,
                LADDER_WAVE_LOOP_WORK,
                ON_HOST_ENTRIES};
