/* Keeps the answer to the first time of each recorded call, and gives it again where `again`
 * says so of the number of later ones. */
#include "attack.h"

static struct {
  double x[64], factor;
  int times;
} kept[16];

static inline void replay(double *x, int32_t n, double *factor, int32_t *ncall, int (*again)(int)) {
  const int call = *ncall;
  const int number = kept[call].times++;
  if (number == 0 || !again(number)) {
    DAMP;
    if (number > 0) return;
    memcpy(kept[call].x, x, n * sizeof *x);
    kept[call].factor = *factor;
    return;
  }
  memcpy(x, kept[call].x, n * sizeof *x);
  *factor = kept[call].factor;
  *ncall = call + 1;
}
