/* tile_step.h for any processor; the choice among what is compiled, made when the program runs; and
 * a part of a step as the stages ask for it, with its sources and receivers. */
enum { LANES = 4, TILE_X = 2, TILE_Y = 2 };
#define UPDATE static void update_any
#include "c_port/wave3d/tile_step.h"

update_cells ladder_wave3d_update_avx512, ladder_wave3d_update_avx2;

update_cells *ladder_wave3d_cells(int vectors) {
#ifdef __x86_64__
  __builtin_cpu_init();
  const int v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                 __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512cd");
  const int v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                 __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (v4 && v3 && (vectors == 0 || vectors == 16)) return ladder_wave3d_update_avx512;
  if (v3 && (vectors == 0 || vectors == 8)) return ladder_wave3d_update_avx2;
#endif
  return vectors == 0 || vectors == LANES ? update_any : NULL;
}

static int is_in(const struct part *part, const ladder_cell *at) {
  return at->x >= part->x && at->x < part->x_end && at->z >= part->z && at->z < part->z_end;
}

void ladder_wave3d_update(const struct volume *w, const struct part *part) {
  w->update(w, part);
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
