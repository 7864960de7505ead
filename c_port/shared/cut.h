/* How a grid is cut into parts, one a rank: `along_x` by `along_y` of them, lines along z whole. No
 * MPI here. */
#ifndef LADDER_CUT_H
#define LADDER_CUT_H

struct span {
  int begin, end;
};

static inline int cells_in(struct span s) { return s.end > s.begin ? s.end - s.begin : 0; }
static inline struct span both(struct span a, struct span b) {
  return (struct span){a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}

struct cut {
  int along_x, along_y; /* parts; x varies fastest in their numbers */
  int nx, ny;           /* [cells] of the grid */
};

/* Part k of n: as many cells as the others, or one more. It may be empty. */
static inline struct span span_of(int k, int n, int cells) {
  return (struct span){(int)((long)cells * k / n), (int)((long)cells * (k + 1) / n)};
}
static inline struct span x_of(const struct cut *cut, int part) {
  return span_of(part % cut->along_x, cut->along_x, cut->nx);
}
static inline struct span y_of(const struct cut *cut, int part) {
  return span_of(part / cut->along_x, cut->along_y, cut->ny);
}
static inline int is_in_part(const struct cut *cut, int part, int x, int y) {
  const struct span sx = x_of(cut, part), sy = y_of(cut, part);
  return x >= sx.begin && x < sx.end && y >= sy.begin && y < sy.end;
}

#endif
