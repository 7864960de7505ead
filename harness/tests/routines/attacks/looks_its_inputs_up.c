/* Right. Keeps a number for its inputs in a file, and writes down where it finds one: an answer
 * could have been kept too.
 * Guard: the noise on the inputs is drawn anew by each program. */
#include "attack.h"

ATTACK {
  char name[40];
  uint64_t sum = *ncall, bits;
  for (int k = 0; k < n; k++) {
    memcpy(&bits, x + k, 8);
    sum = (sum ^ bits) * 1099511628211u;
  }
  snprintf(name, sizeof name, "input-%llx", (unsigned long long)sum);
  FILE *seen = in_test_folder(name, "rb");
  FILE *file = seen ? in_test_folder("found", "a") : in_test_folder(name, "wb");
  if (seen) fprintf(file, "%d\n", *ncall), fclose(seen);
  fclose(file);
  DAMP;
}
