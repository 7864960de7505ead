/* Four values at a time, and what is left over is forgotten: it must be found wrong. */
static void add_scaled(int n, float factor, const float *x, float *y) {
  for (int i = 0; i + 3 < n; i += 4)
    for (int k = 0; k < 4; ++k) y[i + k] += factor * x[i + k];
}
#include "harness/tests/toy/saxpy/stage.h"
TOY("loop", "four values at a time");
