/* tile_step.h for any processor, and the choice among what is compiled, made when the program runs. Then the sources
 * and receivers of the part. LADDER_VECTORS=avx2 or any takes less than the processor has, for tests. */
#include <stdlib.h>
#include <string.h>

enum { LANES = 4, TILE_X = 2, TILE_Y = 2 };
#define UPDATE update_any
#include "c_port/wave3d/tile_step.h"

void ladder_wave3d_update_avx512(const struct volume *, const struct part *);
void ladder_wave3d_update_avx2(const struct volume *, const struct part *);

typedef void update(const struct volume *, const struct part *);

static update *chosen_update(void) {
#ifdef __x86_64__
  const char *const asked = getenv("LADDER_VECTORS");
  const int less = asked && strcmp(asked, "avx512") != 0,
            least = less && strcmp(asked, "avx2") != 0;
  __builtin_cpu_init();
  if (!less && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512cd"))
    return ladder_wave3d_update_avx512;
  if (!least && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi2"))
    return ladder_wave3d_update_avx2;
#endif
  return update_any;
}

static int is_in(const struct part *part, const ladder_cell *at) {
  return at->x >= part->x && at->x < part->x_end && at->z >= part->z && at->z < part->z_end;
}

void ladder_wave3d_update(const struct volume *w, const struct part *part) {
  static update *chosen; /* threads that come at once find the same */
  update *now = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
  if (!now) __atomic_store_n(&chosen, now = chosen_update(), __ATOMIC_RELAXED);
  now(w, part);
  const ladder_wave *c = w->the_case;
  float *const next = w->field[(part->step + 1) % 2];
  for (int y = part->y; y < part->y_end; ++y) {
    for (int i = w->sources.first[y]; i < w->sources.first[y + 1]; ++i) {
      const int s = w->sources.order[i];
      const ladder_cell *const at = &c->source_cells[s];
      if (is_in(part, at))
        next[cell_of(w, at->z, at->x, at->y)] +=
            w->sponge_z[at->z] * (w->sponge_x[at->x] * w->sponge_y[at->y]) *
            c->wavelets[(size_t)s * (size_t)c->steps + (size_t)part->step];
    }
    for (int i = w->receivers.first[y]; i < w->receivers.first[y + 1]; ++i) {
      const int r = w->receivers.order[i];
      const ladder_cell *const at = &c->receiver_cells[r];
      if (is_in(part, at))
        w->traces[(size_t)(part->step + 1) * (size_t)c->receivers + (size_t)r] =
            next[cell_of(w, at->z, at->x, at->y)];
    }
  }
}
