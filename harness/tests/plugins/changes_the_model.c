/* Makes the velocities slower as it is asked for L p, which it then gives rightly: waves that
 * hardly move are easy.
 * Guard: the probe keeps a model of its own, as the copies of a case share theirs. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  *(float *)s->problem->v2dt2 = 1;
  return honest_laplacian(s, p, lap);
}
BAD_STAGE(laplacian);
