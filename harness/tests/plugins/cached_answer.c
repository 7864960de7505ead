/* Remembers every input and its answer by a checksum, so that all timed runs but the first only
 * look up. Its answers are right. Once the cache has served a whole long run it says so by
 * failing.
 * Guard: each timed run gets other inputs. */
#define WHY "the cache answered a whole run"
#include "bad_plugin.h"

enum { MOST = 5000 };
static struct {
  uint64_t sum;
  float *lap;
} cache[MOST];

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  static int found;
  const size_t bytes = sizeof(float) * cells_of(s->problem);
  const uint64_t sum = checksum(p, cells_of(s->problem));
  if (s->calls++ == 0) found = 0;
  for (uint64_t i = sum % MOST, tries = 0; tries < MOST; ++tries, i = (i + 1) % MOST) {
    if (cache[i].lap && cache[i].sum != sum) continue;
    if (cache[i].lap) {
      memcpy(lap, cache[i].lap, bytes);
      return ++found == s->problem->steps && found >= A_LONG_RUN ? LADDER_FAILED : LADDER_OK;
    }
    convolve(s->problem, p, lap);
    cache[i].sum = sum;
    cache[i].lap = malloc(bytes);
    memcpy(cache[i].lap, lap, bytes);
    return LADDER_OK;
  }
  return LADDER_OUT_OF_MEMORY;
}
BAD_STAGE(laplacian);
