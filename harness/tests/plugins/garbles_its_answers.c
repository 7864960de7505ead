/* Computes rightly, and says in the middle what its process must say at an end, in words of the
 * wrong kind: --place=1 to the question whether it is right, 2 in a run, 3 when the run is over.
 * Guard: what a plug-in's process says is taken for words, and may be any. */
#include <sys/socket.h>

#include "bad_plugin.h"

static const ladder_knob knob = {"place", "where it speaks", NULL, 1, {1, 0}, {1, 0}, {3, 0}};
static ladder_launch place;

static void speak_at(int32_t where) {
  static const char odd[] = "{\"status\":[],\"words\":7,\"passed\":\"yes\"}\n";
  if (place.knob[0][0] == where) send(3, odd, sizeof odd - 1, 0);
}
static ladder_status hear(const void *c, const ladder_launch *launch, ladder_state **s) {
  place = *launch;
  return create(c, launch, s);
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  ++s->calls;
  if (s->calls == 1) speak_at(1);
  if (s->calls == A_LONG_RUN) speak_at(2);
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
static ladder_status tell(const ladder_state *s, ladder_launch *used) {
  if (s->calls >= A_LONG_RUN) speak_at(3);
  *used = place;
  return LADDER_OK;
}
BAD_STAGE_WITH(LAPLACIAN(laplacian), .create = hear, .launch_used = tell, .knobs = 1,
               .knob = &knob);
