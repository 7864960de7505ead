/* The cells of one part of a step, for vectors of LANES floats: TILE_X by TILE_Y columns side by
 * side, their sums in registers. Included by one source for each kind of processor, which defines
 * these three and UPDATE, the function without its arguments.
 *
 * Each value along x and y is loaded once for the TILE_X or TILE_Y sums that it belongs to. Along z
 * a vector is loaded anew for every tap, from the first-level cache. Where a vector is a line of
 * the cache such a load takes two lines, as long as two multiply-adds; so the neighbours before are
 * made by SHIFTED(low, high, k), LANES floats from k floats after the beginning of `low` on, if the
 * processor has it. It takes a port that multiplies; with half of the neighbours both are equally
 * busy. Taps are not added in pairs: one multiply-add each takes as many slots.
 *
 * Rows along y, p(n-1) and (v dt)^2 are fetched ahead by hand: these are more than a hundred
 * streams, and a processor follows some tens. The next line comes into the first-level cache, which
 * has no room for more of so many; one further ahead into the second-level cache, as a line from
 * the shared cache takes longer than the arithmetic between two. */
#include "c_port/wave3d/volume.h"

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
#include "c_port/wave3d/speeds.h"

/* Gives the compiler no information about the pointer: otherwise it computes the addresses of all
 * rows before the loop over z, keeps them on the stack, and loads one for every load of data. */
#define FORGET_ORIGIN(pointer) __asm__("" : "+r"(pointer))

/* Lines ahead of the one that is used. */
enum { SOON = 1, LATER = 4 };
#define FETCH_FIRST_LEVEL(line) __builtin_prefetch((line) + SOON * LINE)
#define FETCH_SECOND_LEVEL(line) __builtin_prefetch((line) + LATER * LINE, 0, 2)

/* A vector of equal values that stays in a register: else the compiler loads it again for every
 * multiply-add. */
#ifdef __SSE2__
#define STAYS(vector) __asm__("" : "+v"(vector))
#else
#define STAYS(vector) (void)(vector)
#endif
#define FILL(vector, value)          \
  do {                               \
    (vector) = (value) - (lanes){0}; \
    STAYS(vector);                   \
  } while (0)

/* The sums of a tile whose first cells p points to, begun along x. Here and below M is a constant
 * where these are called, so that the loops over taps unroll and the sums stay in registers; `taps`
 * are those that the sums need at a time. */
__attribute__((always_inline)) static inline void along_x(const float *tx, const int M,
                                                          const float *p, size_t pitch,
                                                          size_t plane, lanes sum[TILE_Y][TILE_X]) {
  lanes taps[TILE_X];
  const float *column = p - pitch * (size_t)M;
#pragma GCC unroll 40
  for (int k = -M; k < TILE_X + M; ++k, column += pitch) {
    FORGET_ORIGIN(column);
    if (k <= M) FILL(taps[(k + M) % TILE_X], tx[k < 0 ? -k : k]);
    const float *q = column;
#pragma GCC unroll 4
    for (int j = 0; j < TILE_Y; ++j, q += plane) {
      FORGET_ORIGIN(q);
      const lanes value = *(const lanes *)q;
#pragma GCC unroll 4
      for (int i = 0; i < TILE_X; ++i)
        if (k - i == -M)
          sum[j][i] = taps[0] * value;
        else if (k - i > -M && k - i <= M)
          sum[j][i] += taps[(k - i + M) % TILE_X] * value;
    }
  }
}

__attribute__((always_inline)) static inline void along_y(const float *ty, const int M,
                                                          const float *p, size_t pitch,
                                                          size_t plane, lanes sum[TILE_Y][TILE_X]) {
  lanes taps[TILE_Y];
  const float *row = p - plane * (size_t)M;
#pragma GCC unroll 40
  for (int k = -M; k < TILE_Y + M; ++k, row += plane) {
    FORGET_ORIGIN(row);
    if (k <= M) FILL(taps[(k + M) % TILE_Y], ty[k < 0 ? -k : k]);
    const float *q = row;
#pragma GCC unroll 4
    for (int i = 0; i < TILE_X; ++i, q += pitch) {
      FORGET_ORIGIN(q);
      const lanes value = *(const lanes *)q;
      FETCH_FIRST_LEVEL(q);
      FETCH_SECOND_LEVEL(q);
#pragma GCC unroll 4
      for (int j = 0; j < TILE_Y; ++j)
        if (k - j >= -M && k - j <= M) sum[j][i] += taps[(k - j + M) % TILE_Y] * value;
    }
  }
}

#ifdef SHIFTED
enum { MOST_TAPS = 9 }; /* registers that 16 sums leave */
__attribute__((always_inline)) static inline void along_z(const float *tz, const int M,
                                                          const float *p, size_t pitch,
                                                          size_t plane, lanes sum[TILE_Y][TILE_X]) {
  lanes taps[MOST_TAPS];
#pragma GCC unroll 9
  for (int k = 0; k <= M && k < MOST_TAPS; ++k) FILL(taps[k], tz[k]);
#pragma GCC unroll 4
  for (int j = 0; j < TILE_Y; ++j, p += plane) {
    FORGET_ORIGIN(p);
    const float *q = p;
#pragma GCC unroll 4
    for (int i = 0; i < TILE_X; ++i, q += pitch) {
      FORGET_ORIGIN(q);
      const lanes own = *(const lanes *)q, before = *(const lanes *)(q - LANES);
      sum[j][i] += taps[0] * own;
#pragma GCC unroll 16
      for (int k = 1; k <= M; ++k) {
        lanes tap, down = before;
        if (k < MOST_TAPS)
          tap = taps[k];
        else
          tap = tz[k] - (lanes){0};
        if (k < LANES) down = SHIFTED(before, own, (LANES - k) % LANES);
        sum[j][i] += tap * down;
        sum[j][i] += tap * *(const lanes *)(q + k);
      }
    }
  }
}
#else
__attribute__((always_inline)) static inline void along_z(const float *tz, const int M,
                                                          const float *p, size_t pitch,
                                                          size_t plane, lanes sum[TILE_Y][TILE_X]) {
#pragma GCC unroll 17
  for (int k = 0; k <= M; ++k) {
    lanes tap;
    FILL(tap, tz[k]);
    const float *row = p;
#pragma GCC unroll 4
    for (int j = 0; j < TILE_Y; ++j, row += plane) {
      FORGET_ORIGIN(row);
      const float *q = row;
#pragma GCC unroll 4
      for (int i = 0; i < TILE_X; ++i, q += pitch) {
        FORGET_ORIGIN(q);
        if (k > 0) sum[j][i] += tap * *(const lanes *)(q - k);
        sum[j][i] += tap * *(const lanes *)(q + k);
      }
    }
  }
}
#endif

__attribute__((always_inline)) static inline void tile(const struct volume *w, const int M,
                                                       const enum speeds kind,
                                                       const struct part *part, int x, int y) {
  const float *const now = w->field[part->step % 2];
  float *const next = w->field[(part->step + 1) % 2];
  const float *const tz = w->taps_z, *const tx = w->taps_x, *const ty = w->taps_y;
  /* Copies: after each store the compiler must believe that what *w holds has changed. */
  const float *const v2dt2 = w->v2dt2, *const sponge_z = w->sponge_z, *const value = w->value;
  const unsigned char *const codes = w->codes;
  lanes few = {0};
  if (kind == AS_FEW_CODES) few = *(const lanes *)value;
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
    along_x(tx, M, p, pitch, plane, sum);
    along_y(ty, M, p, pitch, plane, sum);
    along_z(tz, M, p, pitch, plane, sum);
    const lanes taper_z = *(const lanes *)(sponge_z + z), twice_z = *(const lanes *)(again_z + z);
#pragma GCC unroll 4
    for (int j = 0; j < TILE_Y; ++j)
#pragma GCC unroll 4
      for (int i = 0; i < TILE_X; ++i) {
        const size_t cell = at + (size_t)z + pitch * (size_t)i + plane * (size_t)j;
        FETCH_FIRST_LEVEL(next + cell);
        FETCH_SECOND_LEVEL(next + cell);
        lanes speed;
        if (kind == AS_VALUES) {
          FETCH_FIRST_LEVEL(v2dt2 + cell);
          FETCH_SECOND_LEVEL(v2dt2 + cell);
          speed = *(const lanes *)(v2dt2 + cell);
        } else {
          __builtin_prefetch(codes + cell + LATER * LINE);
          speed = kind == AS_CODES ? CODED(codes + cell, value) : FEW_CODED(codes + cell, few);
        }
        const lanes old = again[j][i] * twice_z * *(const lanes *)(next + cell);
        const lanes rest = 2 * *(const lanes *)(now + cell) - old;
        *(lanes *)(next + cell) = taper[j][i] * taper_z * (speed * sum[j][i] + rest);
      }
  }
}

__attribute__((always_inline)) static inline void tiles(const struct volume *w, const int M,
                                                        const enum speeds kind,
                                                        const struct part *part) {
  for (int y = part->y; y < part->y_end; y += TILE_Y)
    for (int x = part->x; x < part->x_end; x += TILE_X) tile(w, M, kind, part, x, y);
}

/* A function each, so that the compiler works on one at a time. */
#define FOR_KIND(M, KIND)                                                             \
  __attribute__((noinline)) static void tiles_##M##_##KIND(const struct volume *w,    \
                                                           const struct part *part) { \
    tiles(w, M, KIND, part);                                                          \
  }
#define FOR_M(M) FOR_KIND(M, AS_VALUES) FOR_KIND(M, AS_CODES) FOR_KIND(M, AS_FEW_CODES)
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
#define TILES(M)                       \
  if (!w->codes)                       \
    tiles_##M##_AS_VALUES(w, part);    \
  else if (w->values_known <= LANES)   \
    tiles_##M##_AS_FEW_CODES(w, part); \
  else                                 \
    tiles_##M##_AS_CODES(w, part)
#define CASE(M) \
  case M:       \
    TILES(M);   \
    break;
  switch (w->m) {
    CASE(1)
    CASE(2)
    CASE(3)
    CASE(4)
    CASE(6)
    CASE(8)
    CASE(12)
    default:
      TILES(16);
  }
}
