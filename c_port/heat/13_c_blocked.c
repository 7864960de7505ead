// flags: -O3 -ffp-contract=fast -fopenmp -D_GNU_SOURCE
/* All cores, blocked in space.
 *
 * Changes: a thread takes a strip of 16 lines along x through a piece of the planes, with c-simd's
 *   line.
 * Why: c-omp goes through whole planes. Of a line's neighbours the plane below was last used two
 *   planes ago: 2 MB at 512^3, beyond most second-level caches, so three planes come from further
 *   away. For a strip they are 3 x 16 lines of 2 kB, 98 kB.
 * Expected: 1.5 times c-omp at 128^3, where the caches hold all; at 512^3 1.2 times, up to what 12
 *   bytes a point take from memory: a store fetches its line first
 * Launch: `threads`, as many as there are cores unless it is given, each pinned to a core; at least
 *   four strips a thread, dealt out in turn.
 * Run: ladder --case=heat-512 --stage=c-blocked --threads=2 */
#include "c_port/heat/line.h"
#include "c_port/heat/threads_c.h"

enum { STRIP = 16 /* lines */ };

static void step_forward(const ladder_heat *c, int threads, const float *now, float *next) {
  const long strips = (c->nx + STRIP - 1) / STRIP, wanted = (4L * threads + strips - 1) / strips;
  const long pieces = wanted < c->ny ? wanted : c->ny;
#pragma omp parallel for collapse(2) schedule(static, 1) num_threads(threads)
  for (long piece = 0; piece < pieces; ++piece)
    for (long strip = 0; strip < strips; ++strip) {
      const long end = STRIP * (strip + 1) < c->nx ? STRIP * (strip + 1) : c->nx;
      for (long iy = c->ny * piece / pieces; iy < c->ny * (piece + 1) / pieces; ++iy)
        for (long ix = STRIP * strip; ix < end; ++ix) step_line_of_field(c, ix, iy, now, next);
    }
}

LADDER_STAGE = {LADDER_HEAT_FRAME,
                .parent = "c-omp",
                .change = "strips of 16 lines instead of whole planes, wide vectors",
                .expectation = LADDER_EXPECTATION,
                LADDER_HEAT_WORK,
                TEAM_ENTRIES};
