/* A part of a case is a case: the cells of one rank, and a margin of its neighbours' that it
 * computes too, with their sponge and sources, without (v dt)^2; and the receivers in its own
 * cells. Rank 0 has the whole case and the others only what it sends. */
#ifndef LADDER_PART_OF_WAVE_H
#define LADDER_PART_OF_WAVE_H

#include "c_port/shared/halos.h"
#include "harness/problems/wave/wave.h"

struct part_of_case {
  ladder_wave whole; /* its small arrays; v2dt2 on rank 0 alone */
  ladder_wave own;   /* the part with its margin */
  struct cut cut;
  struct span x, y; /* the part's own cells, counted in `own` */
  void *memory[12];
  int pieces; /* of memory */
};

static inline void free_part(struct part_of_case *p) {
  for (int i = 0; i < p->pieces; ++i) free(p->memory[i]);
}

static inline void *piece_of_memory(struct part_of_case *p, size_t count, size_t size) {
  return p->memory[p->pieces++] = calloc(count + 1, size);
}

/* Small arrays of the case, of rank 0 and in a copy for the others. Returns 0 where a rank has no
 * memory. */
static inline int share_array(struct part_of_case *p, const void **array, size_t count,
                              size_t size) {
  int there = 1;
  if (own_rank() > 0) there = (*array = piece_of_memory(p, count, size)) != NULL;
  if (!has_ranks()) return there;
  int everywhere = 0;
  MPI_Allreduce(&there, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  const size_t most = (size_t)1 << 30; /* bytes of a message */
  for (size_t at = 0; everywhere && at < count * size; at += most) {
    const size_t left = count * size - at;
    MPI_Bcast((char *)*array + at, (int)(left < most ? left : most), MPI_BYTE, 0, MPI_COMM_WORLD);
  }
  return everywhere;
}

static inline int share_case(struct part_of_case *p, const ladder_wave *the_case) {
  ladder_wave *const c = &p->whole;
  if (the_case) *c = *the_case;
  if (has_ranks()) MPI_Bcast(c, sizeof *c, MPI_BYTE, 0, MPI_COMM_WORLD);
  const size_t taps = 2 * (size_t)c->half_length + 1;
#define SHARE(array, count) share_array(p, (const void **)&c->array, count, sizeof *c->array)
  return SHARE(taps_z, taps) && SHARE(taps_x, taps) && SHARE(taps_y, taps) &&
         SHARE(sponge_z, (size_t)c->nz) && SHARE(sponge_x, (size_t)c->nx) &&
         SHARE(sponge_y, (size_t)c->ny) && SHARE(source_cells, (size_t)c->sources) &&
         SHARE(wavelets, (size_t)c->sources * (size_t)c->steps) &&
         SHARE(receiver_cells, (size_t)c->receivers);
#undef SHARE
}

static inline ladder_cell cell_in_part(ladder_cell cell, struct span x, struct span y) {
  return (ladder_cell){cell.z, cell.x - x.begin, cell.y - y.begin};
}

/* A span with its margin, inside the grid. */
static inline struct span with_margin(struct span part, int margin, int cells) {
  return both(around(part, margin), (struct span){0, cells});
}
static inline struct span counted_from(int first, struct span cells) {
  return (struct span){cells.begin - first, cells.end - first};
}
static inline int is_within(struct span x, struct span y, ladder_cell at) {
  return at.x >= x.begin && at.x < x.end && at.y >= y.begin && at.y < y.end;
}

/* Fills p->own from p->whole. Returns 0 where there is no memory. */
static inline int cut_case(struct part_of_case *p, int margin) {
  const ladder_wave *const c = &p->whole;
  const struct span own_x = x_of(&p->cut, own_rank()), own_y = y_of(&p->cut, own_rank());
  const struct span x = with_margin(own_x, margin, c->nx), y = with_margin(own_y, margin, c->ny);
  p->x = counted_from(x.begin, own_x), p->y = counted_from(y.begin, own_y);
  p->own = *c;
  p->own.nx = cells_in(x), p->own.ny = cells_in(y);
  p->own.sponge_x += x.begin, p->own.sponge_y += y.begin;
  p->own.v2dt2 = NULL;
  p->own.sources = p->own.receivers = 0;
  const size_t steps = (size_t)c->steps;
  ladder_cell *const sources = piece_of_memory(p, (size_t)c->sources, sizeof *sources);
  ladder_cell *const receivers = piece_of_memory(p, (size_t)c->receivers, sizeof *receivers);
  int found = 0;
  for (int i = 0; i < c->sources; ++i) found += is_within(x, y, c->source_cells[i]);
  float *const wavelets = piece_of_memory(p, (size_t)found * steps, sizeof *wavelets);
  if (!sources || !receivers || !wavelets) return 0;
  for (int i = 0; i < c->sources; ++i)
    if (is_within(x, y, c->source_cells[i])) {
      memcpy(wavelets + (size_t)p->own.sources * steps, c->wavelets + (size_t)i * steps,
             steps * sizeof *wavelets);
      sources[p->own.sources++] = cell_in_part(c->source_cells[i], x, y);
    }
  for (int i = 0; i < c->receivers; ++i)
    if (is_within(own_x, own_y, c->receiver_cells[i]))
      receivers[p->own.receivers++] = cell_in_part(c->receiver_cells[i], x, y);
  p->own.source_cells = sources;
  p->own.wavelets = wavelets;
  p->own.receiver_cells = receivers;
  return 1;
}

/* Which of the whole case's receivers are in a part; returns how many. */
static inline int receivers_in(const struct part_of_case *p, int part, int *which) {
  int count = 0;
  for (int i = 0; i < p->whole.receivers; ++i)
    if (is_in_part(&p->cut, part, p->whole.receiver_cells[i].x, p->whole.receiver_cells[i].y))
      which[count++] = i;
  return count;
}

/* Samples [from, to) of the parts' receivers, [steps + 1][own.receivers], into the whole case's on
 * rank 0. */
static inline int gather_traces(const struct part_of_case *p, float *own, float *whole, int from,
                                int to) {
  const size_t all = (size_t)p->whole.receivers, samples = (size_t)(to - from);
  if (all == 0) return 1;
  if (own_rank() > 0) {
    MPI_Datatype sample;
    MPI_Type_contiguous(p->own.receivers, MPI_FLOAT, &sample);
    MPI_Type_commit(&sample);
    if (p->own.receivers > 0)
      MPI_Send(own + (size_t)from * (size_t)p->own.receivers, to - from, sample, 0, 2,
               MPI_COMM_WORLD);
    MPI_Type_free(&sample);
    return 1;
  }
  int *const which = malloc(sizeof *which * all);
  float *const come = malloc(sizeof *come * all * samples);
  const int ranks = which && come ? rank_count() : 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const int count = receivers_in(p, rank, which);
    const float *from_part = own + (size_t)from * (size_t)count;
    if (rank > 0 && count > 0) {
      MPI_Datatype sample;
      MPI_Type_contiguous(count, MPI_FLOAT, &sample);
      MPI_Type_commit(&sample);
      MPI_Recv(come, to - from, sample, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Type_free(&sample);
      from_part = come;
    }
    for (size_t n = 0; n < samples; ++n)
      for (int i = 0; i < count; ++i)
        whole[((size_t)from + n) * all + (size_t)which[i]] =
            from_part[n * (size_t)count + (size_t)i];
  }
  free(which), free(come);
  return ranks > 0;
}

#endif
