/* Says something between the answers of its process that is no answer.
 * Guard: what a plug-in's process says is taken for words, and may be any. */
#include <sys/socket.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  static const char odd[] = "{\"status\":[],\"words\":7,\"at\":{}}\n";
  if (++s->calls == A_LONG_RUN) send(3, odd, sizeof odd - 1, 0);
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
