/* Computes rightly, and says in the middle what its process must say at an end, in words of the
 * wrong kind: --place=1 to the question whether it is right, 2 in a run, 3 when the run is over.
 * Guard: what a plug-in's process says is taken for words, and may be any. */
#include <sys/socket.h>

#include "bad_plugin.h"

static void speak_at(int32_t where) {
  static const char odd[] = "{\"status\":[],\"words\":7,\"passed\":\"yes\"}\n";
  if (asked.knob[0][0] == where) send(3, odd, sizeof odd - 1, 0);
}
static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  ++s->calls;
  if (s->calls == 1) speak_at(1);
  if (s->calls == A_LONG_RUN) speak_at(2);
  return honest_laplacian(s, p, lap);
}
static ladder_status tell(const ladder_state *s, ladder_launch *used) {
  if (s->calls >= A_LONG_RUN) speak_at(3);
  return launch_used(s, used);
}
BAD_STAGE_WITH(LAPLACIAN(laplacian), .launch_used = tell, KNOB("place", "where it speaks", 1, 3));
