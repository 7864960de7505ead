/* The toy problem of test_toy_problem.py: y(n+1) = y(n) + factor x, for every value by itself. */
#ifndef LADDER_SAXPY_H
#define LADDER_SAXPY_H

#include "harness/stage.h"

typedef struct ladder_saxpy {
  int32_t values, steps;
  float factor;
} ladder_saxpy;

typedef struct ladder_saxpy_entries {
  ladder_status (*add)(ladder_state *, const float *x, float *y); /* one step; both [values] */
} ladder_saxpy_entries;

#endif
