/* The cells of a column of bricks, for vectors of LANES floats. Included once for each length;
 * NAMED(x) makes its names unique.
 *
 * A vector of cells is loaded once for itself and for its neighbours along x and y in two planes;
 * its neighbours along z are whole vectors too: of 8 vectors 36 loads, all of them aligned. */

typedef float NAMED(lanes) __attribute__((vector_size(4 * LANES), may_alias));
typedef int NAMED(picks) __attribute__((vector_size(4 * LANES)));
#define V NAMED(lanes)
#define PICKS NAMED(picks)

/* `planes` bricks, one above the other: vector i of their lines. `first` and `last` of a line have
 * a neighbour in another lane, and a cell that stays. */
__attribute__((always_inline)) static inline void NAMED(vectors)(const struct bricks *at, long i,
                                                                 long count, float factor,
                                                                 int planes, int first, int last,
                                                                 int last_stays) {
  V cells[BRICK_PLANES][BRICK_LINES], side[BRICK_PLANES];
  PICKS stays = {0};
  stays[0] = -first;
  stays[LANES - 1] = -last_stays;
  const long here = BRICK_LINES * LANES * i;
#pragma GCC unroll 2
  for (int j = 0; j < planes; ++j) {
    V *const aside = (V *)(at->aside[j] + LANES * i);
    side[j] = *aside;
#pragma GCC unroll 4
    for (int k = 0; k < BRICK_LINES; ++k) cells[j][k] = *(const V *)(at->now[j] + here + LANES * k);
    *aside = cells[j][BRICK_LINES - 1];
  }
#pragma GCC unroll 2
  for (int j = 0; j < planes; ++j) {
#pragma GCC unroll 4
    for (int k = 0; k < BRICK_LINES; ++k) {
      const float *const own = at->now[j] + LANES * k;
      const V cell = cells[j][k];
      V before, after;
      if (first)
        before = __builtin_shuffle(*(const V *)(own + BRICK_LINES * LANES * (count - 1)),
                                   NAMED(from_lane_before));
      else
        before = *(const V *)(own + here - BRICK_LINES * LANES);
      if (last)
        after = __builtin_shuffle(*(const V *)own, NAMED(from_lane_behind));
      else
        after = *(const V *)(own + here + BRICK_LINES * LANES);
      const V left = k > 0 ? cells[j][k - 1] : side[j],
              right = k < BRICK_LINES - 1 ? cells[j][k + 1] : *(const V *)(at->right[j] + here),
              below = j > 0 ? cells[j - 1][k] : *(const V *)(at->below + here + LANES * k),
              above = j < planes - 1 ? cells[j + 1][k] : *(const V *)(at->above + here + LANES * k);
      const V sum = (before + after) + (left + right) + (below + above);
      V next = cell + factor * (sum - 6 * cell);
      if (first || last) next = (V)(((PICKS)cell & stays) | ((PICKS)next & ~stays));
      *(V *)(at->next[j] + here + LANES * k) = next;
    }
  }
}

__attribute__((always_inline)) static inline void NAMED(bricks)(const struct bricks *where,
                                                                long count, float factor,
                                                                int last_stays, int planes) {
  const struct bricks own = *where, *const at = &own; /* in registers: no store changes it */
  if (count == 1) {
    KEEP_APART; /* else both branches share products, which then are rounded */
    NAMED(vectors)(at, 0, count, factor, planes, 1, 1, last_stays);
    return;
  }
  NAMED(vectors)(at, 0, count, factor, planes, 1, 0, 0);
  for (long i = 1; i < count - 1; ++i) NAMED(vectors)(at, i, count, factor, planes, 0, 0, 0);
  NAMED(vectors)(at, count - 1, count, factor, planes, 0, 1, last_stays);
}
#undef PICKS
#undef V
