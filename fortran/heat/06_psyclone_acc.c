// flags: -O3
// needs: nvptx-openacc
// sources: step_psyclone_acc.f90
// language: Fortran PSyclone OpenACC
/* The original's loops on the GPU, by directives that PSyclone has written.
 *
 * Changes: PSyclone reads step.inc and writes OpenACC: planes are divided among gangs, `z` among
 *   the lanes of a gang (scripts/languages/psyclone_port.py heat acc > its file). Its `data copyin
 *   copyout` finds both fields on the device: this file puts them there once.
 * Why: nobody writes a directive but those five calls. PSyclone does not collapse the loop over
 *   lines, since the copies of the sides are next to it, so 126 gangs have 126 lines each. Nothing
 *   is queued: three kernels a step, each waited for.
 * Expected: 0.3 to 0.6 ms a step of 128^3 on an H100, 1.5 to 3 times slower than openacc: too few
 *   gangs, and waits
 * Launch: GCC chooses gangs; its vector is 32 lanes.
 * Run: ladder --case=heat-128 --stage=psyclone-acc */
#define LANGUAGE(function) ladder_heat_psyclone_acc_##function
#include <openacc.h>

#include "c_port/heat/language_run.h"

void ladder_heat_psyclone_acc_step(const int32_t *nz, const int32_t *nx, const int32_t *ny,
                                   const float *factor, const float *now, float *next);

void ladder_heat_psyclone_acc_stay(int32_t what, int32_t nz, int32_t nx, int32_t ny, float *now,
                                   float *next) {
  const size_t bytes = sizeof *now * (size_t)nz * (size_t)nx * (size_t)ny;
  if (what == ENTER) {
    acc_create(now, bytes), acc_create(next, bytes);
  } else if (what == TO_DEVICE) {
    acc_update_device(now, bytes), acc_update_device(next, bytes);
  } else if (what == FROM_DEVICE) {
    acc_update_self(now, bytes);
  } else {
    acc_delete(now, bytes), acc_delete(next, bytes);
  }
}

void ladder_heat_psyclone_acc_take_step(int32_t nz, int32_t nx, int32_t ny, float factor,
                                        float *now, float *next) {
  ladder_heat_psyclone_acc_step(&nz, &nx, &ny, &factor, now, next);
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "openacc",
                .change = "OpenACC directives written by PSyclone",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                OFFLOAD_ENTRIES};

ON_HOST_TOO = {LADDER_HEAT_WORK, .problem = "heat", TABLE_ON_HOST};
