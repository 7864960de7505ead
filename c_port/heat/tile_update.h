/* The cells of a tile of four lines in each of two planes, for vectors of LANES floats. Included
 * once for each length; NAMED(x) makes its names unique.
 *
 * A vector of cells is loaded once for itself and for its neighbours along x and y in the tile: of
 * 8 vectors 20 loads instead of 40. Along z it is loaded anew, from the first-level cache. */

typedef float NAMED(lanes) __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
#define V NAMED(lanes)

__attribute__((always_inline)) static inline void NAMED(tile)(long n, float factor,
                                                              const float *restrict now,
                                                              float *restrict next, long line,
                                                              long plane) {
  for (long z = 0; z < n; z += LANES) {
    /* Plane j, line k of the tile is in [j + 1][k + 1]; the corners are never used. */
    V cells[TILE_PLANES + 2][TILE_LINES + 2];
    const float *own = now + z - plane;
#pragma GCC unroll 4
    for (int j = 0; j < TILE_PLANES + 2; ++j, own += plane) {
      const int rim = j > 0 && j <= TILE_PLANES;
      const float *at = rim ? own - line : own;
#pragma GCC unroll 6
      for (int k = rim ? 0 : 1; k < TILE_LINES + 1 + rim; ++k, at += line) {
        FORGET_ORIGIN(at);
        cells[j][k] = *(const V *)at;
      }
    }
    own = now + z;
#pragma GCC unroll 2
    for (int j = 1; j <= TILE_PLANES; ++j, own += plane) {
      const float *at = own;
      float *to = next + z + plane * (j - 1);
#pragma GCC unroll 4
      for (int k = 1; k <= TILE_LINES; ++k, at += line, to += line) {
        FORGET_ORIGIN(at);
        FORGET_ORIGIN(to);
        const V sum = (*(const V *)(at - 1) + *(const V *)(at + 1)) +
                      (cells[j][k - 1] + cells[j][k + 1]) + (cells[j - 1][k] + cells[j + 1][k]);
        *(V *)to = cells[j][k] + factor * (sum - 6 * cells[j][k]);
      }
    }
  }
}
#undef V
