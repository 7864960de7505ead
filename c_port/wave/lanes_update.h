/* One time step of some groups of columns whose lanes are far apart, for vectors of LANES floats:
 * ABREAST columns by ROWS vectors in registers. Included once for each length; NAMED(x) makes its
 * names unique.
 *
 * A row is the vector of the cells at one distance from the begins of their segments. Neighbours
 * along z are the rows before and after. Beyond a segment's first row are the last rows, a lane
 * further up: `edges` has the columns of a group with these rows before and after. */

typedef float NAMED(lanes) __attribute__((vector_size(4 * LANES), may_alias));
typedef int NAMED(places) __attribute__((vector_size(4 * LANES)));
#define V NAMED(lanes)

/* `rows` rows; each pointer goes on by a vector. */
__attribute__((always_inline)) static inline void NAMED(copy_rows)(const float *from, float *to,
                                                                   int rows) {
  for (; rows > 0; --rows, from += LANES, to += LANES) *(V *)to = *(const V *)from;
}

/* The rows before the first are, from the last on, M rows a lane further up; zero comes in from
 * beyond the grid. Where M is larger than the segment, these rows are themselves among those that
 * are shifted. */
__attribute__((always_inline)) static inline void NAMED(make_edges)(const struct columns *w,
                                                                    const int M,
                                                                    const float *column,
                                                                    float *edged) {
  const int rows = w->segment, near = 2 * M + ROWS; /* rows that a block near an end reads */
  const V zero = {0};
  float *const first = edged + M * LANES;
  if (rows <= 2 * near)
    NAMED(copy_rows)(column, first, rows);
  else {
    NAMED(copy_rows)(column, first, near);
    NAMED(copy_rows)(column + (rows - near) * LANES, first + (rows - near) * LANES, near);
  }
  float *before = first - LANES, *after = first + rows * LANES;
  for (int k = 0; k < M; ++k, before -= LANES, after += LANES) {
    FORGET_ORIGIN(before);
    FORGET_ORIGIN(after);
    *(V *)before = __builtin_shuffle(zero, *(const V *)(before + rows * LANES), LANE_UP);
    *(V *)after = __builtin_shuffle(*(const V *)(after - rows * LANES), zero, LANE_DOWN);
  }
}

/* ABREAST columns, one step. M is a constant where this is called, so that the loops over taps
 * unroll. What lies beyond the last column of a row of the grid is zero and stays so. */
__attribute__((always_inline)) static inline void NAMED(update_group)(const struct columns *w,
                                                                      const int M, const float *now,
                                                                      float *before, int column,
                                                                      int wide, float *edges) {
  const ladder_wave *c = w->problem;
  const float *const tz = c->taps_z + M, *const tx = c->taps_x + M, *const ty = c->taps_y + M;
  const long pitch = w->pz, plane = pitch * w->px, edged = (w->segment + 2 * M) * LANES;
  const long at = (long)column_at(w, column);
  const float *const v2dt2 = w->v2dt2, *const taper_z = w->sponge_z, *const twice = taper_z + pitch,
                     *const older = w->fresh ? taper_z : twice + pitch;
  const int rows = w->segment, volume = c->ny > 1;
  float taper[ABREAST];
  int tapered = 0;
  for (int i = 0; i < ABREAST; ++i) {
    taper[i] = i < wide ? taper_of_column(w, column + i) : 0;
    tapered |= taper[i] != 1;
    NAMED(make_edges)(w, M, now + at + pitch * i, edges + edged * i);
  }
  for (int row = 0; row < rows; row += ROWS) {
    const long here = at + row * LANES;
    V sum[ABREAST][ROWS], tap[LADDER_MOST_HALF_LENGTH + 1] = {{0}};
#pragma GCC unroll 4
    for (int i = 0; i < ABREAST; ++i)
#pragma GCC unroll 4
      for (int j = 0; j < ROWS; ++j) sum[i][j] = (V){0};
#pragma GCC unroll 17
    for (int k = 0; k <= M; ++k) tap[k] = tx[k] - (V){0};
    const float *from = now + here - pitch * M;
#pragma GCC unroll 40
    for (int x = -M; x < ABREAST + M; ++x, from += pitch) {
      FORGET_ORIGIN(from);
#pragma GCC unroll 4
      for (int j = 0; j < ROWS; ++j) {
        const V value = *(const V *)(from + j * LANES);
#pragma GCC unroll 4
        for (int i = 0; i < ABREAST; ++i) {
          const int k = x > i ? x - i : i - x;
          if (k <= M) sum[i][j] += tap[k] * value;
        }
      }
    }
    const int inside = row >= M && row + ROWS + M <= rows;
    const float *own[ABREAST];
#pragma GCC unroll 4
    for (int i = 0; i < ABREAST; ++i) {
      own[i] = inside ? now + here + pitch * i - M * LANES : edges + edged * i + row * LANES;
      FORGET_ORIGIN(own[i]);
    }
#pragma GCC unroll 17
    for (int k = 0; k <= M; ++k) tap[k] = tz[k] - (V){0};
#pragma GCC unroll 40
    for (int z = -M; z < ROWS + M; ++z) {
#pragma GCC unroll 4
      for (int i = 0; i < ABREAST; ++i) {
        const V value = *(const V *)(own[i] + (z + M) * LANES);
#pragma GCC unroll 4
        for (int j = 0; j < ROWS; ++j) {
          const int k = z > j ? z - j : j - z;
          if (k <= M) sum[i][j] += tap[k] * value;
        }
      }
    }
    if (volume)
      for (int k = -M; k <= M; ++k) {
        const V tap_y = ty[k] - (V){0};
#pragma GCC unroll 4
        for (int i = 0; i < ABREAST; ++i)
#pragma GCC unroll 4
          for (int j = 0; j < ROWS; ++j)
            sum[i][j] += tap_y * *(const V *)(now + here + pitch * i + plane * k + j * LANES);
      }
#pragma GCC unroll 4
    for (int i = 0; i < ABREAST; ++i)
#pragma GCC unroll 4
      for (int j = 0; j < ROWS; ++j) {
        const long cell = here + pitch * i + j * LANES, z = (row + j) * LANES;
        V twice_now = *(const V *)(twice + z) * *(const V *)(now + cell);
        V old = *(const V *)(older + z) * *(const V *)(before + cell);
        if (tapered) {
          twice_now *= taper[i];
          old *= w->fresh ? taper[i] : taper[i] * taper[i];
        }
        *(V *)(before + cell) = *(const V *)(v2dt2 + cell) * sum[i][j] + (twice_now - old);
      }
  }
}

/* Groups [begin, end) of step `step`. */
__attribute__((always_inline)) static inline void NAMED(groups)(const struct columns *w,
                                                                const int M, int step, int begin,
                                                                int end, float *edges) {
  for (int group = begin; group < end; ++group) {
    const int column = column_of_group(w, group), left = w->problem->nx - column % w->problem->nx;
    NAMED(update_group)
    (w, M, w->field[step % 2], w->field[(step + 1) % 2], column, left < ABREAST ? left : ABREAST,
     edges);
  }
}

#undef V
#undef LANES
#undef ROWS
#undef LANE_UP
#undef LANE_DOWN
#undef NAMED
