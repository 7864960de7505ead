/* lanes_update.h for vectors of 16 floats, which AVX-512 has. */
#ifdef __x86_64__
#include "c_port/wave/lanes_step.h"

#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
#define LANES 16
#define ROWS 4
#define LANE_UP ((NAMED(places)){15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30})
#define LANE_DOWN ((NAMED(places)){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
#define NAMED(name) name##_apart_of_16
#include "c_port/wave/lanes_update.h"

void ladder_wave_groups_by_16(const struct columns *w, int step, int begin, int end, float *edges) {
#define GROUPS(M) groups_apart_of_16(w, M, step, begin, end, edges)
  FOR_HALF_LENGTH(w->m, GROUPS)
}
#endif
