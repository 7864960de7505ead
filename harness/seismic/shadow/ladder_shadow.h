/* Compares a stage with a program that computes a wave by itself, and writes its calls to a file.
 * C99 and C++.
 *
 * The program stays as it is. Around its own time step it passes what the step starts from and its
 * result. A stage computes the same step from the same fields, and each cell is compared. Nothing
 * is done, and nothing costs, unless a stage or a file is asked for.
 * harness/seismic/shadow/example is an example. Fortran: module ladder_shadow. */
#ifndef LADDER_SHADOW_H
#define LADDER_SHADOW_H

#include "harness/problems/wave/wave.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All but is_active and error return 0, or the exit code of `ladder` for what went wrong;
 * ladder_shadow_error has the words. step_ends and end return 3 from the step on at which the stage
 * has parted from the program. Any other error of a step is reported, ends the shadow, and is
 * returned by all calls up to end; the program may go on. */

/* Before ladder_shadow_begin; without it, the variable of the environment counts.
 *   name     variable               value
 *   stage    LADDER_SHADOW          a stage with its knobs, "c-omp threads=4", or a plug-in
 *                                   "./mine.so"
 *   from     LADDER_SHADOW_FROM     "program": each step starts from the program's fields
 *                                   (default); "itself": the stage continues from its own fields
 *   bound    LADDER_SHADOW_BOUND    of a difference, as a share of the program's largest value so
 *                                   far; without it, what rounding explains
 *   log      LADDER_SHADOW_LOG      a file for a line a step: .csv
 *   capture  LADDER_CAPTURE         a file that `ladder --replay=FILE` takes
 *   steps    LADDER_CAPTURE_STEPS   which steps are captured: "1:200" (all, from the first on) */
int32_t ladder_shadow_set(const char *name, const char *value);

/* What the program computes. All of it is copied. A program that adds its sources by itself, or has
 * other borders, describes a wave without them (no sources, sponges of 1), and shows a step before
 * it adds them. */
int32_t ladder_shadow_begin(const ladder_wave *wave);
/* 1 from there to ladder_shadow_end where a stage or a file is asked for, else 0. */
int32_t ladder_shadow_is_active(void);
/* What step `step` (1 is the first) starts from: p(step - 1) and p(step - 2). */
int32_t ladder_shadow_step_begins(int32_t step, const float *now, const float *before);
/* Its result: p(step) and p(step - 1). */
int32_t ladder_shadow_step_ends(const float *now, const float *before);
/* Reports what was found, and writes the files. */
int32_t ladder_shadow_end(void);
/* Of the last call that did not return 0. Never NULL. */
const char *ladder_shadow_error(void);

#ifdef __cplusplus
}
#endif
#endif
