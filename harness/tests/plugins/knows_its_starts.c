/* Remembers the fields that every run starts from. Where a whole run starts from fields that it
 * knows, its time would be worth nothing; it says so by failing. The other way round nothing is
 * gained: a run is repeated after it was timed.
 * Guard: no two timed runs start from the same fields, whatever proves them. */
#define WHY "it was timed twice from the same fields"
#include "loop_plugin.h"

enum { MOST_STARTS = 1000 };
static uint64_t known[MOST_STARTS];
static int starts, this_is_known;

static ladder_status remember(ladder_state *s, const float *now, const float *before,
                              int32_t step) {
  const uint64_t sum = checksum(now, cells_of(s->problem));
  this_is_known = 0;
  for (int i = 0; i < starts; ++i) this_is_known |= known[i] == sum;
  if (!this_is_known && starts < MOST_STARTS) known[starts++] = sum;
  return upload(s, now, before, step);
}
static ladder_status look_up(ladder_state *s, int32_t count) {
  if (count >= A_LONG_RUN && count == s->problem->steps && this_is_known) return LADDER_FAILED;
  return advance(s, count);
}
BAD_LOOP(remember, look_up, download);
