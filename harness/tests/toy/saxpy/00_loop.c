/* The original: a loop. */
static void add_scaled(int n, float factor, const float *x, float *y) {
  for (int i = 0; i < n; ++i) y[i] += factor * x[i];
}
#include "harness/tests/toy/saxpy/stage.h"
TOY(0, "the original");
