// two-step-palette: two time steps in one pass, and (v dt)^2 is a byte a cell.
// flags: -O3 -ftz=true
//
// Changes: the tile of (v dt)^2 in a slot is one of bytes, and a table of its values is in shared
//   memory, as in palette. A thread keeps the bytes of a plane until its second step.
// Order: that of two-step, but a slot is free as soon as all have taken their cells from it.
// Why: of 10 bytes a point and step two-step has 2 for (v dt)^2; a byte in two steps is half of
//   one. Four slots without M more that wait for the second step, each smaller by a quarter, let
//   two blocks at order 2 be on a multiprocessor: one computes while the other is at its barrier.
// Expected: at 512^3 on an H100 1.18 times as fast as two-step at orders 2 and 4: 8.5 bytes a point
//   and step instead of 10
// Launch: as two-step. A model of more than 256 values is refused.
// Work per point: 13 bytes a step in the model of the other stages; here 8.5.
// Run: ladder --case=two-layer-512 --stage=two-step-palette --half-length=1
#include "cuda_stages/wave3d/of_palette.cuh"
#include "cuda_stages/wave3d/two_step_stage.cuh"

namespace {

using Tile = TileOf<true>;

// p(n+1) goes to `next`, and if Twice p(n+2) to `after`.
template <int M, int lines, bool Twice>
__global__ __launch_bounds__(most_threads(M, lines)) void two_steps_by_bytes(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, Tile tile, int planes,
    float *next, float *after) {
  constexpr int slots = Tile::slots_of(M);
  extern __shared__ __align__(128) float values[];
  float *const shared = values + tile.values;  // [slots][tile.slot()], [2][tile.framed()]
  __shared__ Barrier full[slots];
  const Grid &g = s.g;
  const int t = threadIdx.x;
  const int begin_z = blockIdx.x * tile.keep_z - rim_z, begin_x = blockIdx.y * tile.keep_x - M;
  const int begin = blockIdx.z * planes, end = min(g.ny, begin + planes);
  const int reach = Twice ? 2 * M : M;  // planes that come before a plane is complete
  const int first = max(0, begin - reach), last = end - 1 + reach;
  const int first_of_next = max(0, begin - (Twice ? M : 0));
  const int before_at = Tile::whole(tile.framed()),
            v2dt2_at = before_at + Tile::whole(tile.z() * tile.x());
  float *const shown = shared + slots * tile.slot();
  const int ahead = begin_z & 15;  // the accelerator takes boxes that begin at 16 bytes alone

  // One thread asks for all that comes with plane y.
  const auto fetch = [&](int y) {
    Barrier &barrier = full[(y - first) % slots];
    const int done = y - M;
    const bool comes = y < g.ny, makes = done >= first_of_next && done < g.ny;
    barrier.expect(int(sizeof(float)) * ((comes ? tile.framed() : 0) +
                                         (makes ? tile.z() * tile.x() + tile.v2dt2() : 0)));
    float *const to = shared + (y - first) % slots * tile.slot();
    if (comes) fetch_box(to, maps.now, begin_z - rim_z, begin_x - M, y, barrier);
    if (makes) {
      fetch_box(to + before_at, maps.before, begin_z, begin_x, done, barrier);
      fetch_box(to + v2dt2_at, maps.v2dt2, (begin_z - ahead) / tile.in_a_word, begin_x, done,
                barrier);
    }
  };
  if (t == 0) {
    for (int i = 0; i < slots; ++i) full[i].prepare(1);
    show_barriers_to_accelerator();
    for (int y = first; y <= min(last, first + slots - 1); ++y) fetch(y);
  }
  for (int i = t; i < tile.values; i += blockDim.x) values[i] = s.v2dt2[i];
  for (int i = t; i < 2 * Tile::whole(tile.framed()); i += blockDim.x) shown[i] = 0.0f;
  __syncthreads();  // the barriers and the values stand
  s.record(s.now, s.n);

  // Threads beyond the last line compute it again and keep nothing.
  const int quads = tile.z() / 4, computing = quads * (tile.x() / lines);
  const int own = min(t, computing - 1), q = own % quads, line = lines * (own / quads);
  const int iz = begin_z + 4 * q, ix = begin_x + line;
  const int place = 4 * q + tile.z() * line,
            place_of_bytes = ahead / 4 + q + tile.pitch_of_v2dt2() / 4 * line,
            framed_place = rim_z + 4 * q + tile.pitch() * (M + line);
  const OwnCells<lines> cells(s, iz, ix);
  const bool keeps_z = t < computing && q > 0 && q < quads - 1 && iz < g.nz;
  bool keeps[lines];
#pragma unroll
  for (int i = 0; i < lines; ++i)
    keeps[i] = keeps_z && line + i >= M && line + i < tile.x() - M && ix + i < g.nx;
  SourcesOnTheWay sources(s), sources_after(s);
  Sums<M, lines> sums, sums_after;
  Quad old_now[M][lines] = {};      // [k]: p(n) of the plane M + k + 1 before the one that comes
  uchar4 old_bytes[M][lines] = {};  // [k]: of the plane k + 1 before the one that is made
  RingPlace ring(slots);
#pragma unroll(M == 1 ? 2 : 1)
  for (int y = first; y <= last; ++y, ring.next()) {
    const float *const slot = shared + ring.slot * tile.slot();
    full[ring.slot].wait(ring.parity);
    Quad now[lines], lap[lines], v2dt2[lines], result[lines];
    uchar4 bytes[lines] = {};
    if (y < g.ny)
      sums.take(slot + framed_place, tile.pitch(), s.taps, now, lap);
    else
      sums.take_nothing(s.taps, now, lap);
    const int done = y - M;
    const bool makes = done >= first_of_next && done < g.ny;
    float *const plane = shown + (y & 1) * Tile::whole(tile.framed()) + framed_place;
    if (makes) {
      Quad before[lines];
#pragma unroll
      for (int i = 0; i < lines; ++i) {
        before[i] = load_quad(slot + before_at + place + i * tile.z());
        bytes[i] = reinterpret_cast<const uchar4 *>(
            slot + v2dt2_at)[place_of_bytes + i * (tile.pitch_of_v2dt2() / 4)];
        v2dt2[i] = look_up(values, bytes[i]);
      }
      cells.finish(s, done, s.n, s.fresh, sources, now, before, v2dt2, lap, result);
#pragma unroll
      for (int i = 0; i < lines; ++i) {
        if (Twice && t < computing) store_quad(plane + i * tile.pitch(), result[i]);
        if (keeps[i] && done >= begin && done < end)
          store_quad(next + g.at(iz, ix + i, done), result[i]);
      }
    }
    __syncthreads();  // p(n+1) stands, and all are done with the plane before
    if (t == 0 && y + slots <= last) fetch(y + slots);
    if (!Twice || done < first_of_next) continue;
    Quad value[lines];
    if (makes)
      sums_after.take(plane, tile.pitch(), s.taps, value, lap);
    else
      sums_after.take_nothing(s.taps, value, lap);
    const int done_after = y - 2 * M;
    if (done_after >= begin) {
#pragma unroll
      for (int i = 0; i < lines; ++i) v2dt2[i] = look_up(values, old_bytes[M - 1][i]);
      cells.finish(s, done_after, s.n + 1, false, sources_after, value, old_now[M - 1], v2dt2, lap,
                   result);
#pragma unroll
      for (int i = 0; i < lines; ++i)
        if (keeps[i]) store_quad(after + g.at(iz, ix + i, done_after), result[i]);
    }
#pragma unroll
    for (int i = 0; i < lines; ++i) {
#pragma unroll
      for (int k = M - 1; k > 0; --k) {
        old_now[k][i] = old_now[k - 1][i];
        old_bytes[k][i] = old_bytes[k - 1][i];
      }
      old_now[0][i] = now[i];
      old_bytes[0][i] = bytes[i];
    }
  }
}

struct Kernels {
  template <int M, int lines, bool Twice>
  static TwoStepKernel<Tile> of() {
    return two_steps_by_bytes<M, lines, Twice>;
  }
};
using Stage = OfPalette<TwoStepStage<Kernels, Tile>>;

const ladder_knob knobs[] = {PASS_KNOBS("two_steps_by_bytes", 0)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "two-step",
                .change = "(v dt)^2 is a byte a cell, which a thread keeps for the second step",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/37a_two_step_palette.counts.cuh"
