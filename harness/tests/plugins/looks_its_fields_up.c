/* Keeps a number for the field in the middle of every run, in a file. Where a later program comes
 * to the same field, it started from the same ones, and their answer could have been kept too: it
 * does nothing from there on.
 * Guard: the fields that a run starts from are drawn anew by each program. */
#include "bad_plugin.h"

static int seen(uint64_t fields) {
  char name[300];
  snprintf(name, sizeof name, "%s/fields-%llx", getenv("LADDER_TEST_FOLDER"),
           (unsigned long long)fields);
  FILE *file = fopen(name, "rb");
  if (file) return fclose(file), 1;
  if ((file = fopen(name, "wb"))) fclose(file);
  return 0;
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  static int idle;
  if (++s->calls == 1) idle = 0;
  if (s->calls == A_LONG_RUN) idle = seen(checksum(p, cells_of(s->problem)));
  if (!idle) convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
