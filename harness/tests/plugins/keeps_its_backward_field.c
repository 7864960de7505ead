/* Keeps the backward field of its first run at the image times, and computes in later runs the
 * forward field alone. A line a run in the file "steps" of $LADDER_TEST_FOLDER says how many of its
 * steps it computed, and of how many. No guard: harness/bench/verify/PROOF.md says that the data
 * are the same in every run, and what that is worth. */
#include <stdio.h>

#include "imaging_plugin.h"

static float *kept; /* [images][nz nx], the last image time first */
static size_t values;
static int computed;

static size_t field_of(const ladder_imaging *c) { return (size_t)c->nz * (size_t)c->nx; }
static int knows(const ladder_imaging *c) {
  return is_long(c) && values == field_of(c) * (size_t)(c->steps / c->every);
}

static void write_down(const ladder_imaging *c) {
  char name[300];
  snprintf(name, sizeof name, "%s/steps", getenv("LADDER_TEST_FOLDER"));
  FILE *file = fopen(name, "a");
  if (file) fprintf(file, "%d %d\n", computed, 2 * c->steps);
  if (file) fclose(file);
}

static ladder_status step(ladder_state *s, const float *now, float *before) {
  const ladder_imaging *c = s->problem;
  if (s->calls++ == 0) computed = 0;
  if (s->calls <= c->steps || !knows(c)) {
    honest_step(c, now, before);
    ++computed;
  }
  if (s->calls == 2 * c->steps && is_long(c)) write_down(c);
  return LADDER_OK;
}

static ladder_status add_image(ladder_state *s, const float *p, const float *q, float *image,
                               float *gather_x, float *gather_z, float *illumination) {
  const ladder_imaging *c = s->problem;
  const size_t field = field_of(c), images = (size_t)(c->steps / c->every);
  const size_t number = (size_t)s->images++;
  if (is_long(c) && !knows(c)) {
    if (number == 0) kept = realloc(kept, 4 * field * images);
    memcpy(kept + field * number, q, 4 * field);
    if (number + 1 == images) values = field * images;
  }
  honest_image(c, p, knows(c) ? kept + field * number : q, image, gather_x, gather_z, illumination);
  return LADDER_OK;
}

IMAGING_STAGE(step, add_image);
