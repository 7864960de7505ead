/* From the last value to the first. */
static void add_scaled(int n, float factor, const float *x, float *y) {
  for (int i = n - 1; i >= 0; --i) y[i] += factor * x[i];
}
#include "harness/tests/toy/saxpy/stage.h"
TOY("loop", "from the last value to the first");
