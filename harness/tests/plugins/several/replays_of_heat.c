/* What plug-ins of replays.c do, with heat. */
#include "../heat_first_run.h"

#define PLUGIN REPLAY

PLUGIN(replays_heat) { return number > 0; }
PLUGIN(replays_one_of_many_of_heat) { return number == 3; }
PLUGIN(right_nine_times_of_ten_of_heat) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return number > 0 && state < UINT32_MAX / 10;
}

HEAT_LOOP(CHOSEN);
