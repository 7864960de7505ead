/* One time step of some columns, for vectors of LANES floats: strips of 2 LANES by ABREAST cells in
 * registers. Included once for each length; NAMED(x) makes its names unique.
 *
 * The next strip of what comes from beyond the core's own caches is fetched ahead by hand: the
 * first-level cache has it when its turn comes. */

typedef float NAMED(lanes) __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
#define V NAMED(lanes)
/* `wide` columns side by side, one step. M and `wide` are constants where this is called, so that
 * the loops over them unroll and the sums stay in registers. */
__attribute__((always_inline)) static inline void NAMED(update)(const struct columns *w,
                                                                const int M, const int wide,
                                                                const float *now, float *before,
                                                                int column) {
  const ladder_wave *c = w->problem;
  const float *const tz = c->taps_z + M, *const tx = c->taps_x + M, *const ty = c->taps_y + M;
  const size_t pitch = (size_t)w->pz, plane = pitch * (size_t)w->px;
  const size_t at = column_at(w, column);
  /* Copies: after each store the compiler must believe that what *w holds has changed. */
  const float *const v2dt2 = w->v2dt2, *const sponge_z = w->sponge_z;
  const int nz = c->nz, volume = c->ny > 1, fresh = w->fresh;
  float taper_x[ABREAST];
  for (int i = 0; i < wide; ++i) taper_x[i] = taper_of_column(w, column + i);
  for (int z = 0; z < nz; z += 2 * LANES) {
    const float *const p = now + at + z;
    V sum[ABREAST][2];
#pragma GCC unroll 4
    for (int i = 0; i < wide; ++i) {
      sum[i][0] = tz[0] * *(const V *)(p + pitch * i);
      sum[i][1] = tz[0] * *(const V *)(p + pitch * i + LANES);
    }
    const float *column_x = p - pitch * (size_t)M;
#pragma GCC unroll 40
    for (int x = -M; x < wide + M; ++x, column_x += pitch) {
      FORGET_ORIGIN(column_x);
      if (x >= M) { /* what no strip before has read */
        __builtin_prefetch(column_x + 2 * LANES);
        __builtin_prefetch(column_x + 3 * LANES);
      }
      const V low = *(const V *)column_x, high = *(const V *)(column_x + LANES);
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
        sum[i][0] += tz[k] * (*(const V *)(q - k) + *(const V *)(q + k));
        sum[i][1] += tz[k] * (*(const V *)(q + LANES - k) + *(const V *)(q + LANES + k));
      }
    if (volume) {
#pragma GCC unroll 4
      for (int i = 0; i < wide; ++i) {
        sum[i][0] += ty[0] * *(const V *)own[i];
        sum[i][1] += ty[0] * *(const V *)(own[i] + LANES);
      }
      for (int k = 1; k <= M; ++k)
#pragma GCC unroll 4
        for (int i = 0; i < wide; ++i) {
          const float *const below = p + pitch * i - plane * k, *const above =
                                                                    p + pitch * i + plane * k;
          sum[i][0] += ty[k] * (*(const V *)below + *(const V *)above);
          sum[i][1] += ty[k] * (*(const V *)(below + LANES) + *(const V *)(above + LANES));
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < wide; ++i)
#pragma GCC unroll 2
      for (int half = 0; half < 2; ++half) {
        const size_t cell = at + pitch * i + (size_t)(z + half * LANES);
        const V taper = taper_x[i] * *(const V *)(sponge_z + z + half * LANES);
        __builtin_prefetch(before + cell + 2 * LANES, 1);
        __builtin_prefetch(v2dt2 + cell + 2 * LANES);
        V old = *(const V *)(before + cell);
        if (!fresh) old *= taper;
        const V rest = 2 * *(const V *)(now + cell) - old;
        *(V *)(before + cell) = taper * (*(const V *)(v2dt2 + cell) * sum[i][half] + rest);
      }
  }
}

/* Columns [begin, end) of step `step`. */
__attribute__((always_inline)) static inline void NAMED(columns)(const struct columns *w,
                                                                 const int M, int step, int begin,
                                                                 int end) {
  const ladder_wave *c = w->problem;
  const float *const now = w->field[step % 2];
  float *const next = w->field[(step + 1) % 2];
  int column = begin;
  while (column < end) {
    const int left = c->nx - column % c->nx; /* in this plane */
    if (left >= ABREAST && end - column >= ABREAST) {
      NAMED(update)(w, M, ABREAST, now, next, column);
      column += ABREAST;
    } else {
      NAMED(update)(w, M, 1, now, next, column);
      column += 1;
    }
  }
}

#undef V
