/* Answers that are kept in a file for each input. */
#include "attack.h"

static inline void name_of_answer(char name[40], const double *x, int32_t n, int32_t call) {
  uint64_t sum = call, bits;
  for (int k = 0; k < n; k++) {
    memcpy(&bits, x + k, 8);
    sum = (sum ^ bits) * 1099511628211u;
  }
  snprintf(name, 40, "input-%llx", (unsigned long long)sum);
}
