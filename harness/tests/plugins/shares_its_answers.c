/* With --part=1 it computes, and leaves the answer in a file; with --part=2, in another process, it looks the
 * answer up. The file is named by the field that the run starts from.
 * Guard: who could know the fields from another plug-in is tried from new ones. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <unistd.h>

#include "rescaled_run.h"

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
  const ladder_wave *c = s->problem;
  const size_t cells = cells_of(c), values = (size_t)(c->steps + 1) * (size_t)c->receivers;
  if (count < A_LONG_RUN || count < c->steps) return advance(s, count);
  char name[300];
  const float ratio = loop.now[cells / 2] / largest(c); /* the same for every scale */
  snprintf(name, sizeof name, "%s/answer-%a", getenv("LADDER_TEST_FOLDER"), (double)ratio);
  const float scale = largest(c);
  FILE *file = part.knob[0][0] == 2 ? fopen(name, "rb") : NULL;
  if (file) {
    const size_t got = fread(loop.now, 4, cells, file) + fread(loop.before, 4, cells, file) +
                       fread(loop.traces, 4, values, file);
    fclose(file);
    if (got != 2 * cells + values) return LADDER_FAILED;
    for (size_t i = 0; i < cells; ++i) loop.now[i] *= scale, loop.before[i] *= scale;
    for (size_t i = 0; i < values; ++i) loop.traces[i] *= scale;
    loop.step = c->steps;
    usleep(5000); /* past the floor */
    return LADDER_OK;
  }
  advance(s, count);
  if (part.knob[0][0] == 1 && (file = fopen(name, "wb"))) {
    float one;
    const float *const all[3] = {loop.now, loop.before, loop.traces};
    for (int k = 0; k < 3; ++k)
      for (size_t i = 0; i < (k < 2 ? cells : values); ++i)
        one = all[k][i] / scale, fwrite(&one, 4, 1, file);
    fclose(file);
  }
  return LADDER_OK;
}
BAD_LOOP(upload, look_up, download, .create = which, .launch_used = tell, .knobs = 1,
         .knob = &knob);
