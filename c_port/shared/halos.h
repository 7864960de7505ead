/* The cells of parts (cut.h) on their way between ranks, as MPI datatypes: no cell is packed by
 * hand. */
#ifndef LADDER_HALOS_H
#define LADDER_HALOS_H

#include <stdlib.h>

#include "c_port/shared/cut.h"
#include "c_port/shared/ranks.h"

/* A field in memory, z fastest: the distances from a line to the next and from a plane to the next
 * [cells]. */
struct pitches {
  long line, plane;
};

static inline MPI_Datatype box_of(int nz, int nx, int ny, struct pitches p) {
  MPI_Datatype plane, box;
  MPI_Type_vector(nx, nz, (int)p.line, MPI_FLOAT, &plane);
  MPI_Type_create_hvector(ny, 1, (MPI_Aint)p.plane * (MPI_Aint)sizeof(float), plane, &box);
  MPI_Type_commit(&box);
  MPI_Type_free(&plane);
  return box;
}

/* The messages that bring a field's halos, made once and started for every exchange. */
struct halos {
  int count;
  MPI_Request *message;
};

/* Cells `x` by `y` of the grid come or go; `own` points to the part's first cell. Fields that are
 * exchanged at once have tags of their own. */
static inline void add_message(struct halos *h, int other, int comes, int tag, int nz,
                               struct span x, struct span y, const struct cut *cut, float *own,
                               struct pitches p) {
  if (cells_in(x) == 0 || cells_in(y) == 0) return;
  const int part = own_rank();
  float *const first = own + p.line * (x.begin - x_of(cut, part).begin) +
                       p.plane * (y.begin - y_of(cut, part).begin);
  MPI_Datatype box = box_of(nz, cells_in(x), cells_in(y), p);
  MPI_Request *const message = &h->message[h->count++];
  if (comes)
    MPI_Recv_init(first, 1, box, other, tag, MPI_COMM_WORLD, message);
  else
    MPI_Send_init(first, 1, box, other, tag, MPI_COMM_WORLD, message);
  MPI_Type_free(&box); /* the message keeps it */
}

/* A part with `reach` cells around it; nothing if it is empty. */
static inline struct span around(struct span part, int reach) {
  return cells_in(part) ? (struct span){part.begin - reach, part.end + reach} : part;
}

/* Cells up to `reach` from a part along each axis; with `corners` those too that are so far along
 * both, which a step after the next one needs. A halo may span several parts, so each other part is
 * asked. Returns 0 where there is no memory. */
static inline int make_halos(struct halos *h, const struct cut *cut, int reach, int corners,
                             int tag, int nz, float *own, struct pitches p) {
  const int ranks = rank_count(), me = own_rank();
  const struct span x = x_of(cut, me), y = y_of(cut, me);
  h->count = 0;
  h->message = malloc(sizeof *h->message * 2 * (size_t)ranks);
  if (!h->message) return 0;
  for (int other = 0; other < ranks; ++other) {
    const int side_by_side =
        other % cut->along_x == me % cut->along_x || other / cut->along_x == me / cut->along_x;
    if (other == me || reach == 0 || !(corners || side_by_side)) continue;
    const struct span ox = x_of(cut, other), oy = y_of(cut, other);
    add_message(h, other, 1, tag, nz, both(around(x, reach), ox), both(around(y, reach), oy), cut,
                own, p);
    add_message(h, other, 0, tag, nz, both(around(ox, reach), x), both(around(oy, reach), y), cut,
                own, p);
  }
  return 1;
}

static inline void start_exchange(struct halos *h) {
  if (h->count > 0) MPI_Startall(h->count, h->message);
}
static inline void finish_exchange(struct halos *h) {
  if (h->count > 0) MPI_Waitall(h->count, h->message, MPI_STATUSES_IGNORE);
}
static inline void exchange(struct halos *h) {
  start_exchange(h);
  finish_exchange(h);
}

static inline void free_halos(struct halos *h) {
  for (int i = 0; i < h->count; ++i) MPI_Request_free(&h->message[i]);
  free(h->message);
}

/* Between an array of the whole grid on rank 0, without gaps, and the parts; whichever way `out`
 * says. `own` points to the part's first cell. */
static inline void move_parts(const struct cut *cut, int nz, float *whole, float *own,
                              struct pitches p, int out) {
  const int ranks = rank_count(), me = own_rank();
  const struct pitches dense = {nz, (long)nz * cut->nx};
  const struct span x = x_of(cut, me), y = y_of(cut, me);
  if (me == 0) { /* its own part, without a message */
    for (int iy = y.begin; iy < y.end; ++iy)
      for (int ix = x.begin; ix < x.end; ++ix) {
        float *const there = whole + dense.line * ix + dense.plane * iy;
        float *const here = own + p.line * (ix - x.begin) + p.plane * (iy - y.begin);
        memcpy(out ? here : there, out ? there : here, (size_t)nz * sizeof(float));
      }
  }
  for (int other = 1; other < ranks; ++other) {
    const struct span ox = x_of(cut, other), oy = y_of(cut, other);
    if ((me != 0 && me != other) || cells_in(ox) == 0 || cells_in(oy) == 0) continue;
    float *const first = me == 0 ? whole + dense.line * ox.begin + dense.plane * oy.begin : own;
    MPI_Datatype box = box_of(nz, cells_in(ox), cells_in(oy), me == 0 ? dense : p);
    if ((me == 0) == (out != 0))
      MPI_Send(first, 1, box, me == 0 ? other : 0, 1, MPI_COMM_WORLD);
    else
      MPI_Recv(first, 1, box, me == 0 ? other : 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&box);
  }
}
static inline void scatter(const struct cut *cut, int nz, const float *whole, float *own,
                           struct pitches p) {
  move_parts(cut, nz, (float *)whole, own, p, 1);
}
static inline void gather(const struct cut *cut, int nz, float *whole, float *own,
                          struct pitches p) {
  move_parts(cut, nz, whole, own, p, 0);
}

#endif
