/* The cells of one part of a step, for vectors of LANES floats: TILE_X by TILE_Y columns side by side, their sums in
 * registers. Included by one source for each kind of processor, which defines these three and UPDATE, the function
 * without its arguments.
 *
 * Each value along x and y is loaded once for the TILE_X or TILE_Y sums that it belongs to. Along z a vector is loaded
 * anew for every tap, from the first-level cache and across its lines: that is cheaper than to shift registers, which
 * takes a port that multiplies. Taps are not added in pairs: one multiply-add each takes as many slots.
 *
 * The next line of each row along y, of p(n-1) and of (v dt)^2 is fetched ahead by hand: these are more than a hundred
 * streams, and a processor follows some tens. It is worth half as much again. */
#include "c_port/wave3d/volume.h"

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

/* Tells the compiler nothing about the pointer: otherwise it computes the addresses of all rows before the loop over z,
 * keeps them on the stack, and loads one for every load of data. */
#define FORGET_ORIGIN(pointer) __asm__("" : "+r"(pointer))

/* M is a constant where this is called, so that the loops over taps unroll and the sums stay in registers. */
__attribute__((always_inline)) static inline void tile(const struct volume *w, const int M,
                                                       const struct part *part, int x, int y) {
  const float *const now = w->field[part->step % 2];
  float *const next = w->field[(part->step + 1) % 2];
  const float *const tz = w->taps_z, *const tx = w->taps_x, *const ty = w->taps_y;
  /* Copies: after each store the compiler must believe that what *w holds has changed. */
  const float *const v2dt2 = w->v2dt2, *const sponge_z = w->sponge_z;
  const float *const again_z = part->fresh ? w->ones : w->sponge_z;
  const size_t pitch = w->pitch, plane = w->plane, at = cell_of(w, 0, x, y);
  float taper[TILE_Y][TILE_X], again[TILE_Y][TILE_X];
  for (int j = 0; j < TILE_Y; ++j)
    for (int i = 0; i < TILE_X; ++i) {
      taper[j][i] = w->sponge_x[x + i] * w->sponge_y[y + j];
      again[j][i] = part->fresh ? 1 : taper[j][i];
    }
  for (int z = part->z; z < part->z_end; z += LANES) {
    const float *const p = now + at + z;
    lanes sum[TILE_Y][TILE_X];
    const float *row = p - pitch * (size_t)M;
#pragma GCC unroll 4
    for (int j = 0; j < TILE_Y; ++j, row += plane) {
      FORGET_ORIGIN(row);
      const float *q = row;
#pragma GCC unroll 40
      for (int k = -M; k < TILE_X + M; ++k, q += pitch) {
        FORGET_ORIGIN(q);
        const lanes value = *(const lanes *)q;
#pragma GCC unroll 4
        for (int i = 0; i < TILE_X; ++i) {
          const int tap = k > i ? k - i : i - k;
          if (k == i - M)
            sum[j][i] = tx[tap] * value;
          else if (tap <= M)
            sum[j][i] += tx[tap] * value;
        }
      }
    }
    const float *line = p - plane * (size_t)M;
#pragma GCC unroll 4
    for (int i = 0; i < TILE_X; ++i, line += pitch) {
      FORGET_ORIGIN(line);
      const float *q = line;
#pragma GCC unroll 40
      for (int k = -M; k < TILE_Y + M; ++k, q += plane) {
        FORGET_ORIGIN(q);
        const lanes value = *(const lanes *)q;
        __builtin_prefetch(q + LINE);
#pragma GCC unroll 4
        for (int j = 0; j < TILE_Y; ++j) {
          const int tap = k > j ? k - j : j - k;
          if (tap <= M) sum[j][i] += ty[tap] * value;
        }
      }
    }
    row = p;
#pragma GCC unroll 4
    for (int j = 0; j < TILE_Y; ++j, row += plane) {
      FORGET_ORIGIN(row);
      const float *q = row;
#pragma GCC unroll 4
      for (int i = 0; i < TILE_X; ++i, q += pitch) {
        FORGET_ORIGIN(q);
        sum[j][i] += tz[0] * *(const lanes *)q;
#pragma GCC unroll 16
        for (int k = 1; k <= M; ++k) {
          sum[j][i] += tz[k] * *(const lanes *)(q - k);
          sum[j][i] += tz[k] * *(const lanes *)(q + k);
        }
      }
    }
    const lanes along_z = *(const lanes *)(sponge_z + z),
                again_along_z = *(const lanes *)(again_z + z);
#pragma GCC unroll 4
    for (int j = 0; j < TILE_Y; ++j)
#pragma GCC unroll 4
      for (int i = 0; i < TILE_X; ++i) {
        const size_t cell = at + (size_t)z + pitch * (size_t)i + plane * (size_t)j;
        __builtin_prefetch(next + cell + LINE, 1);
        __builtin_prefetch(v2dt2 + cell + LINE);
        const lanes old = again[j][i] * again_along_z * *(const lanes *)(next + cell);
        const lanes rest = 2 * *(const lanes *)(now + cell) - old;
        *(lanes *)(next + cell) =
            taper[j][i] * along_z * (*(const lanes *)(v2dt2 + cell) * sum[j][i] + rest);
      }
  }
}

__attribute__((always_inline)) static inline void tiles(const struct volume *w, const int M,
                                                        const struct part *part) {
  for (int y = part->y; y < part->y_end; y += TILE_Y)
    for (int x = part->x; x < part->x_end; x += TILE_X) tile(w, M, part, x, y);
}

/* A function each, so that the compiler works on one at a time. */
#define FOR_M(M)                                                             \
  __attribute__((noinline)) static void tiles_##M(const struct volume *w,    \
                                                  const struct part *part) { \
    tiles(w, M, part);                                                       \
  }
FOR_M(1)
FOR_M(2)
FOR_M(3)
FOR_M(4)
FOR_M(6)
FOR_M(8)
FOR_M(12)
FOR_M(16)

/* The half lengths are those of compiled_half_length() in volume_memory.h. */
UPDATE(const struct volume *w, const struct part *part) {
  switch (w->m) {
    case 1:
      tiles_1(w, part);
      break;
    case 2:
      tiles_2(w, part);
      break;
    case 3:
      tiles_3(w, part);
      break;
    case 4:
      tiles_4(w, part);
      break;
    case 6:
      tiles_6(w, part);
      break;
    case 8:
      tiles_8(w, part);
      break;
    case 12:
      tiles_12(w, part);
      break;
    default:
      tiles_16(w, part);
      break;
  }
}
