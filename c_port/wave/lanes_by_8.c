/* lanes_update.h for vectors of 8 floats, for processors with AVX2 and without. */
#include "c_port/wave/lanes_step.h"

#define LANES 8
#define ROWS 2
#define LANE_UP ((NAMED(places)){7, 8, 9, 10, 11, 12, 13, 14})
#define LANE_DOWN ((NAMED(places)){1, 2, 3, 4, 5, 6, 7, 8})
#define NAMED(name) name##_apart_of_8
#include "c_port/wave/lanes_update.h"

#ifdef __x86_64__
__attribute__((target_clones("arch=x86-64-v3", "default")))
#endif
void
ladder_wave_groups_by_8(const struct columns *w, int step, int begin, int end, float *edges) {
#define GROUPS(M) groups_apart_of_8(w, M, step, begin, end, edges)
  FOR_HALF_LENGTH(w->m, GROUPS)
}
