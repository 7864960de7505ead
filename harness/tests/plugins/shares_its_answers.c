/* With --part=1 it leaves the fields that its runs start from in files named by them; with
 * --part=2, in another process, it looks for such a file, and says by failing that it found one.
 * Guard: no two plug-ins start from the same fields. */
#include <stdio.h>

#include "loop_plugin.h"

static const ladder_knob knob = {"part", "1 writes, 2 reads", NULL, 1, {1, 0}, {1, 0}, {2, 0}};
static ladder_launch part;

static ladder_status which(const void *c, const ladder_launch *launch, ladder_state **s) {
  part = *launch;
  return allocate(c, launch, s);
}
static ladder_status tell(const ladder_state *s, ladder_launch *used) {
  (void)s;
  *used = part;
  return LADDER_OK;
}
static ladder_status look_up(ladder_state *s, int32_t count) {
  char name[300];
  if (count < A_LONG_RUN || count < s->problem->steps) return advance(s, count);
  snprintf(name, sizeof name, "%s/answer-%a", getenv("LADDER_TEST_FOLDER"),
           (double)loop.now[cells_of(s->problem) / 2]);
  FILE *file = fopen(name, part.knob[0][0] == 2 ? "rb" : "wb");
  if (file) fclose(file);
  if (file && part.knob[0][0] == 2) return LADDER_FAILED;
  return advance(s, count);
}
static const char *caught(const ladder_state *s) {
  (void)s;
  return "it starts from the fields of another plug-in";
}
BAD_LOOP(upload, look_up, download, .create = which, .launch_used = tell, .last_error = caught,
         .knobs = 1, .knob = &knob);
