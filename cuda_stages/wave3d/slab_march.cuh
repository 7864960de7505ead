// The march of `tma` through some planes of a slab, as 34_tma.cu explains it. What is done with the cells that are made is
// the stage's own.
#pragma once
#include "cuda_stages/wave3d/slabs.cuh"

namespace {

struct Stretch {
  int begin, end;
};

// The planes that a launch makes: one stretch of a slab or two, in pieces of `planes`.
struct Stretches {
  Stretch one, other;
  int planes;
  __host__ __device__ int pieces_of(const Stretch &s) const {
    return s.end > s.begin ? (s.end - s.begin + planes - 1) / planes : 0;
  }
  __host__ __device__ int pieces() const { return pieces_of(one) + pieces_of(other); }
  __device__ Piece piece(int number, int m) const {
    const int in_one = pieces_of(one);
    const int begin =
        number < in_one ? one.begin + number * planes : other.begin + (number - in_one) * planes;
    return {begin, min(number < in_one ? one.end : other.end, begin + planes), m};
  }
};

// keep(cell, y, quad): four cells of plane y were made; `cell` is their place in s.before. `shift` is the plane of the case
// with the sources that is plane 0 here.
template <int M, int Lines, typename Keep>
__device__ __forceinline__ void march(const Maps &maps, const Step &s, const Slots &slots,
                                      const Stretches &stretches, Keep keep, int shift = 0) {
  extern __shared__ __align__(128) float shared[];  // [slots.count][slots.size()]
  __shared__ Barrier full[most_slots], empty[most_slots];
  const int t = threadIdx.x, begin_z = blockIdx.x * slots.z, begin_x = blockIdx.y * slots.x;
  const Piece piece = stretches.piece(blockIdx.z, M);
  if (t == 0) {
    for (int i = 0; i < slots.count; ++i) {
      full[i].prepare(1);
      empty[i].prepare(slots.warps());
    }
    show_barriers_to_accelerator();
  }
  __syncthreads();  // the barriers stand
  // Asks for all that comes with plane y.
  const auto fetch = [&](int y, int slot) {
    const int done = y - M;
    const bool comes = y < s.g.ny, makes = done >= piece.begin;
    full[slot].arrive_and_expect(
        int(sizeof(float)) * ((comes ? slots.tile_of_now() : 0) + (makes ? 2 * slots.tile() : 0)));
    float *const to = shared + slot * slots.size();
    if (comes) fetch_box(to, maps.now, begin_z - slots.frame_z, begin_x - M, y, full[slot]);
    if (makes) {
      fetch_box(to + slots.before_at(), maps.before, begin_z, begin_x, done, full[slot]);
      fetch_box(to + slots.v2dt2_at(), maps.v2dt2, begin_z, begin_x, done, full[slot]);
    }
  };
  RingPlace ring(slots.count), freed(slots.count);
  if (t == 0)
    for (int i = 0; i < min(slots.count, piece.last - piece.first + 1); ++i)
      fetch(piece.first + i, i);

  // Threads beyond the last line compute it again and keep nothing.
  const int own = min(t, slots.computing() - 1), q = own % slots.quads(),
            line = Lines * (own / slots.quads());
  const OwnCells<Lines> cells(s, begin_z + 4 * q, begin_x + line);
  const bool keeps = t < slots.computing() && cells.iz < s.g.nz;
  const int place_of_now = slots.frame_z + 4 * q + slots.pitch() * (M + line);
  const int place = 4 * q + slots.z * line;
  float *to = s.before + s.g.at(cells.iz, cells.ix, piece.begin);
  SourcesOnTheWay sources(s, s.sources.of_column(), shift);
  Sums<M, Lines> sums;

#pragma unroll(M <= 4 ? M : 1)
  for (int y = piece.first; y <= piece.last; ++y, ring.next()) {
    if (t < 32 && y >= piece.first + lag) {
      const int next = y - lag + slots.count;
      if (t == 0 && next <= piece.last) {
        empty[freed.slot].wait(freed.parity);
        fetch(next, freed.slot);
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
        v2dt2[i] = load_quad(slot + slots.v2dt2_at() + place + i * slots.z);
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

// The planes of a piece, of the slab with the most of them.
template <typename Kernel>
int planes_of_slabs(int given, const ladder_wave &c, int parts, const Slots &slots, Kernel kernel) {
  for (int device = 0; device < std::min(parts, device_count()); ++device) {
    const OnDevice on(device);
    must_allow_shared(kernel, slots.bytes());
  }
  Grid grid(c, false);
  grid.ny = ceil_div(c.ny, parts);
  return planes_of_piece(given, grid, slots.z, slots.x,
                         blocks_a_multiprocessor(kernel, slots.threads(), slots.bytes()),
                         most_planes(grid));
}

}  // namespace
