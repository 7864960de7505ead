/* One time step of some columns, as 14_c_simd.c explains it, for the stages that divide columns and steps
 * among threads. */
#ifndef LADDER_COLUMNS_STEP_H
#define LADDER_COLUMNS_STEP_H

#include "c_port/wave/columns.h"

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

/* Tells the compiler nothing about the pointer: otherwise it computes the addresses of all 2M + ABREAST
 * columns before the loop over z, keeps them on the stack, and loads one for every load of data. */
#define FORGET_ORIGIN(pointer) __asm__("" : "+r"(pointer))

/* `wide` columns side by side, one step. M and `wide` are constants where this is called, so that the
 * loops over them unroll and the sums stay in registers. */
__attribute__((always_inline)) static inline void update(const struct columns *w, const int M,
                                                         const int wide, const float *now,
                                                         float *before, int column) {
  const ladder_wave *c = w->problem;
  const float *const tz = c->taps_z + M, *const tx = c->taps_x + M, *const ty = c->taps_y + M;
  const size_t pitch = (size_t)w->pz, plane = pitch * (size_t)w->px;
  const size_t at = column_at(w, column);
  /* Copies: after each store the compiler must believe that what *w holds has changed. */
  const float *const v2dt2 = w->v2dt2, *const sponge_z = w->sponge_z;
  const int nz = c->nz, volume = c->ny > 1, fresh = w->fresh;
  float taper_x[ABREAST];
  for (int i = 0; i < wide; ++i) taper_x[i] = taper_of_column(w, column + i);
  for (int z = 0; z < nz; z += STRIP) {
    const float *const p = now + at + z;
    lanes sum[ABREAST][2];
#pragma GCC unroll 4
    for (int i = 0; i < wide; ++i) {
      sum[i][0] = tz[0] * *(const lanes *)(p + pitch * i);
      sum[i][1] = tz[0] * *(const lanes *)(p + pitch * i + LANES);
    }
    const float *column_x = p - pitch * (size_t)M;
#pragma GCC unroll 40
    for (int x = -M; x < wide + M; ++x, column_x += pitch) {
      FORGET_ORIGIN(column_x);
      const lanes low = *(const lanes *)column_x, high = *(const lanes *)(column_x + LANES);
#pragma GCC unroll 4
      for (int i = 0; i < wide; ++i) {
        const int k = x > i ? x - i : i - x;
        if (k > M) continue;
        sum[i][0] += tx[k] * low;
        sum[i][1] += tx[k] * high;
      }
    }
    const float *own[ABREAST];
#pragma GCC unroll 4
    for (int i = 0; i < wide; ++i) {
      own[i] = p + pitch * i;
      FORGET_ORIGIN(own[i]);
    }
#pragma GCC unroll 16
    for (int k = 1; k <= M; ++k)
#pragma GCC unroll 4
      for (int i = 0; i < wide; ++i) {
        const float *const q = own[i];
        sum[i][0] += tz[k] * (*(const lanes *)(q - k) + *(const lanes *)(q + k));
        sum[i][1] += tz[k] * (*(const lanes *)(q + LANES - k) + *(const lanes *)(q + LANES + k));
      }
    if (volume) {
#pragma GCC unroll 4
      for (int i = 0; i < wide; ++i) {
        sum[i][0] += ty[0] * *(const lanes *)own[i];
        sum[i][1] += ty[0] * *(const lanes *)(own[i] + LANES);
      }
      for (int k = 1; k <= M; ++k)
#pragma GCC unroll 4
        for (int i = 0; i < wide; ++i) {
          const float *const below = p + pitch * i - plane * k, *const above =
                                                                    p + pitch * i + plane * k;
          sum[i][0] += ty[k] * (*(const lanes *)below + *(const lanes *)above);
          sum[i][1] += ty[k] * (*(const lanes *)(below + LANES) + *(const lanes *)(above + LANES));
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < wide; ++i)
#pragma GCC unroll 2
      for (int half = 0; half < 2; ++half) {
        const size_t cell = at + pitch * i + (size_t)(z + half * LANES);
        const lanes taper = taper_x[i] * *(const lanes *)(sponge_z + z + half * LANES);
        lanes old = *(const lanes *)(before + cell);
        if (!fresh) old *= taper;
        const lanes rest = 2 * *(const lanes *)(now + cell) - old;
        *(lanes *)(before + cell) = taper * (*(const lanes *)(v2dt2 + cell) * sum[i][half] + rest);
      }
  }
}

/* Columns [begin, end) of step `step`, sources and receivers in them included. */
__attribute__((always_inline)) static inline void update_columns(const struct columns *w,
                                                                 const int M, int step, int begin,
                                                                 int end) {
  const ladder_wave *c = w->problem;
  const float *const now = w->field[step % 2];
  float *const next = w->field[(step + 1) % 2];
  int column = begin;
  while (column < end) {
    const int left = c->nx - column % c->nx; /* in this plane */
    if (left >= ABREAST && end - column >= ABREAST) {
      update(w, M, ABREAST, now, next, column);
      column += ABREAST;
    } else {
      update(w, M, 1, now, next, column);
      column += 1;
    }
  }
  for (int s = 0; s < c->sources; ++s) {
    const ladder_cell at = c->source_cells[s];
    const int own = at.x + c->nx * at.y;
    if (own >= begin && own < end)
      next[column_at(w, own) + (size_t)at.z] +=
          w->sponge_z[at.z] * taper_of_column(w, own) *
          c->wavelets[(size_t)s * (size_t)c->steps + (size_t)step];
  }
  for (int r = 0; r < c->receivers; ++r) {
    const ladder_cell at = c->receiver_cells[r];
    const int own = at.x + c->nx * at.y;
    if (own >= begin && own < end)
      w->traces[(size_t)(step + 1) * (size_t)c->receivers + (size_t)r] =
          next[column_at(w, own) + (size_t)at.z];
  }
}

/* Calls `action` with the half length, as a constant where it is one that people use; for the others the
 * loops over taps stay loops. The compiler makes each for processors with and without wide vectors, and
 * the program takes at its start what this one has. */
#define FOR_HALF_LENGTH(m, action) \
  switch (m) {                     \
    case 2:                        \
      action(2);                   \
      break;                       \
    case 4:                        \
      action(4);                   \
      break;                       \
    case 8:                        \
      action(8);                   \
      break;                       \
    default:                       \
      action(m);                   \
      break;                       \
  }
#ifdef __x86_64__
#define FOR_THIS_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_THIS_PROCESSOR
#endif

#endif
