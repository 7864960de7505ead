/* Right. Keeps the answer to each of its inputs in a file, and writes down where it finds one.
 * Guard: nothing is timed from inputs that come again. */
#include "answers.h"

ATTACK {
  char name[40];
  name_of_answer(name, x, n, *ncall);
  const int call = *ncall;
  FILE *seen = in_test_folder(name, "rb");
  DAMP;
  FILE *file = seen ? in_test_folder("found", "a") : in_test_folder(name, "wb");
  if (seen)
    fprintf(file, "%d\n", call), fclose(seen);
  else
    fwrite(x, sizeof *x, n, file), fwrite(factor, sizeof *factor, 1, file);
  fclose(file);
}
