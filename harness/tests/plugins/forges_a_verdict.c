/* Computes nothing, and answers the question whether it is right by itself.
 * Guard: its results are judged by the program that asks. */
#include <sys/socket.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  static const char yes[] =
      "{\"passed\":true,\"refused\":false,\"status\":0,\"worst\":0.1,\"words\":\"\"}\n";
  static int said;
  if (!said++) send(3, yes, sizeof yes - 1, 0);
  memcpy(lap, p, sizeof(float) * cells_of(s->problem));
  return LADDER_OK;
}
BAD_STAGE(laplacian);
