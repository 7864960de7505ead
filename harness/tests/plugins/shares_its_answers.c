/* With --part=1 it leaves the fields that its runs start from in files named by them; with
 * --part=2, in another process, it looks for such a file, and says by failing that it found one.
 * Guard: no two plug-ins start from the same fields. */
#define WHY "it starts from the fields of another plug-in"
#include "loop_plugin.h"

static ladder_status look_up(ladder_state *s, int32_t count) {
  const int reads = asked.knob[0][0] == 2;
  char name[300];
  if (count < A_LONG_RUN || count < s->problem->steps) return advance(s, count);
  snprintf(name, sizeof name, "%s/answer-%a", getenv("LADDER_TEST_FOLDER"),
           (double)loop.now[cells_of(s->problem) / 2]);
  FILE *file = fopen(name, reads ? "rb" : "wb");
  if (file) fclose(file);
  if (file && reads) return LADDER_FAILED;
  return advance(s, count);
}
BAD_LOOP(upload, look_up, download, KNOB("part", "1 writes, 2 reads", 1, 2));
