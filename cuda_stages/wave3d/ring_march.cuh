// The march of `tma` and its children along y: a block takes planes through a ring of slots in
// shared memory, several ahead, and no barrier of the block is left. What is asked for, and what is
// done with the cells that are made, is the stage's own.
//
// Slot k of the ring takes plane k of p(n) and, of the plane which that one completes, p(n-1) and
// (v dt)^2. Its barrier `full` counts their bytes; `empty` the warps that are done with them. The
// round of a slot follows from its parity.
#pragma once
#include "cuda_stages/wave3d/slots.cuh"

namespace {

struct AsItIs {
  __device__ Quad operator()(const float *tile, int place) const { return load_quad(tile + place); }
};

// One thread calls fetch(y, slot, shared, full): ask for all that comes with plane y, into this
// slot. meanwhile() is done while the first planes are on their way. keep(cell, y, quad): four
// cells of plane y were made; `cell` is their place in s.before. v2dt2_of(tile, place): those of
// four cells of a tile.
template <int M, int Lines, typename AnySlots, typename SourcesOf, typename Fetch,
          typename Meanwhile, typename Keep, typename V2dt2Of = AsItIs>
__device__ __forceinline__ void march(const Step &s, const AnySlots &slots, const Piece &piece,
                                      const SourcesOf &sources_of, const Fetch &fetch,
                                      const Meanwhile &meanwhile, const Keep &keep,
                                      const V2dt2Of &v2dt2_of = {}) {
  extern __shared__ __align__(128) float all_shared[];
  float *const shared = all_shared + slots.values;  // [slots.count][slots.size()]
  __shared__ Barrier full[most_slots], empty[most_slots];
  const int t = threadIdx.x, begin_z = blockIdx.x * slots.z, begin_x = blockIdx.y * slots.x;
  if (t == 0) {
    for (int i = 0; i < slots.count; ++i) {
      full[i].prepare(1);
      empty[i].prepare(slots.warps());
    }
    show_barriers_to_accelerator();
  }
  __syncthreads();  // the barriers stand
  RingPlace ring(slots.count), freed(slots.count);
  if (t == 0)
    for (int i = 0; i < min(slots.count, piece.last - piece.first + 1); ++i)
      fetch(piece.first + i, i, shared, full);
  meanwhile();

  // Threads beyond the last line compute it again and keep nothing.
  const int own = min(t, slots.computing() - 1), q = own % slots.quads(),
            line = Lines * (own / slots.quads());
  const OwnCells<Lines> cells(s, begin_z + 4 * q, begin_x + line);
  const bool keeps = t < slots.computing() && cells.iz < s.g.nz;
  const int place_of_now = slots.frame_z + 4 * q + slots.pitch() * (M + line);
  const int place = 4 * q + slots.z * line;
  float *to = s.before + s.g.at(cells.iz, cells.ix, piece.begin);
  SourcesOnTheWay sources = sources_of();
  Sums<M, Lines> sums;

#pragma unroll(M <= 4 ? M : 1)
  for (int y = piece.first; y <= piece.last; ++y, ring.next()) {
    if (t < 32 && y >= piece.first + lag) {
      const int next = y - lag + slots.count;
      if (t == 0 && next <= piece.last) {
        empty[freed.slot].wait(freed.parity);
        fetch(next, freed.slot, shared, full);
      }
      __syncwarp();
      freed.next();
    }
    const float *const slot = shared + ring.slot * slots.size();
    full[ring.slot].wait(ring.parity);
    Quad value[Lines], lap[Lines];
    if (y < s.g.ny)
      sums.take(slot + place_of_now, slots.pitch(), s.taps, value, lap);
    else
      sums.take_nothing(s.taps, value, lap);
    const int done = y - M;  // the plane that y completes
    Quad before[Lines], v2dt2[Lines];
    if (done >= piece.begin) {
#pragma unroll
      for (int i = 0; i < Lines; ++i) {
        before[i] = load_quad(slot + slots.before_at() + place + i * slots.z);
        v2dt2[i] = v2dt2_of(slot + slots.v2dt2_at(), place + i * slots.z);
      }
    }
    __syncwarp();
    if (t % 32 == 0) empty[ring.slot].arrive();
    if (done < piece.begin) continue;
    Quad next[Lines];
    cells.finish(s, done, s.n, s.fresh, sources, value, before, v2dt2, lap, next);
#pragma unroll
    for (int i = 0; i < Lines; ++i)
      if (keeps && cells.ix + i < s.g.nx) keep(to + i * s.g.pitch, done, next[i]);
    to += s.g.plane;
  }
}

enum { knob_threads, knob_tile, knob_lines, knob_ring, knob_planes };

// Of kernels of this name; `its_lines` is what is taken unless it is given.
#define RING_KNOBS(kernel, its_lines)                                                             \
  LADDER_KNOB(threads, "threads a block; its tile sets them", kernel, 1, {0}, {32}, {512}),       \
      LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {64, 32}, {4, 1}, {240, 240}),    \
      LADDER_KNOB(lines, "lines of 4 cells a thread, 1 or 2", nullptr, 1, {its_lines}, {1}, {2}), \
      LADDER_KNOB(ring, "slots in shared memory", nullptr, 1, {0}, {3}, {most_slots}),            \
      LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536})

// What a block may ask for, but for the barriers of its slots.
template <typename AnySlots>
int slots_that_fit(const AnySlots &slots, int shared_bytes_a_block) {
  const int cells = (shared_bytes_a_block - 1024) / int(sizeof(float)) - slots.values;
  return std::min(most_slots, cells / slots.size());
}

// More slots than these are no faster: what is fetched too early drives the frames of the
// neighbours out of the second-level cache.
template <typename AnySlots>
int slots_chosen(int fit, int m) {
  return std::min(fit, m == 1 ? 6 : AnySlots::values && m > 6 ? 5 : 4);
}

// Planes of a piece at most. Smaller slots leave the cache more of what the neighbours need: with a
// palette longer pieces are faster than those of 64 planes, but at order 2.
template <typename AnySlots>
int most_planes_of(const Grid &g) {
  if (!AnySlots::values || g.m == 1) return most_planes(g);
  return g.m == 2 ? 8 * short_piece : g.m <= 4 ? 4 * short_piece : g.ny;
}

// From the knobs threads, tile, lines and ring.
template <typename AnySlots = Slots>
AnySlots choose_slots(const ladder_wave &c, const ladder_launch &launch) {
  must_have_accelerator();
  constexpr int together = 4 * AnySlots::in_a_word;  // so that lines begin at 16 bytes
  const int lines = launch.knob[knob_lines][0], most = most_threads(c.half_length, lines);
  AnySlots slots{launch.knob[knob_tile][0],
                 launch.knob[knob_tile][1],
                 lines,
                 frame_along_z(c.half_length),
                 c.half_length,
                 launch.knob[knob_ring][0]};
  refuse_if(slots.z % together || slots.x % lines, "a tile of this stage is a multiple of " +
                                                       std::to_string(together) + " x " +
                                                       std::to_string(lines) + " cells, z by x");
  refuse_if(slots.threads() > most, "a tile of " + std::to_string(slots.threads()) +
                                        " threads: at this half-length " + std::to_string(most) +
                                        " can be");
  refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != slots.threads(),
            "this tile takes " + std::to_string(slots.threads()) + " threads: leave --threads out");
  const int fit = slots_that_fit(slots, device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  refuse_if(slots.count > fit || fit < 3,
            "shared memory has room for " + std::to_string(fit) +
                " slots of this tile: take a smaller --ring or --tile");
  if (!slots.count) slots.count = slots_chosen<AnySlots>(fit, c.half_length);
  return slots;
}

}  // namespace
