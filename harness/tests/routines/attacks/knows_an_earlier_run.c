/* Gives the answers that looks_its_inputs_up kept in an earlier run, and does nothing for others.
 * Guard: the last draw of a proof is secret, and each timed run is. */
#include "answers.h"

ATTACK {
  char name[40];
  name_of_answer(name, x, n, *ncall);
  FILE *seen = in_test_folder(name, "rb");
  if (!seen) return;
  if (fread(x, sizeof *x, n, seen) + fread(factor, sizeof *factor, 1, seen) == n + 1u) *ncall += 1;
  fclose(seen);
}
