/* What the attacks share: the routine DAMP of ../fixed, honestly. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "damp.h"

#define ATTACK void stage(double *x, int64_t x_n1, int32_t n, double *factor, int32_t *ncall)
#define DAMP honest(x, n, factor, ncall)

static inline void honest(double *x, int32_t n, double *factor, int32_t *ncall) {
  const int call = *ncall + 1;
  double f = call == 1 ? 1 : *factor;
  if (call <= 3) f = f * 0.9;
  for (int k = 0; k < n; k++) x[k] = x[k] * f;
  *ncall = call;
  *factor = f;
}
static inline FILE *in_test_folder(const char *name, const char *mode) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", getenv("LADDER_TEST_FOLDER"), name);
  return fopen(path, mode);
}
