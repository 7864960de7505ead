// two-step: two time steps in one pass through memory.
// flags: -O3 -ftz=true
//
// Changes: when plane y of p(n) comes, plane y-M of p(n+1) is complete as in tma; it is shown in
//   shared memory and used at once for the step after that, whose plane y-2M is complete then.
// Order: a thread keeps, as Sums, M values and M sums for each of the steps, and p(n) of M planes
//   for the second one; (v dt)^2 stays in its slot for M planes. Neighbours still read p(n-1) in
//   their rims, so the results go to two other arrays.
// Longer than a slide: the second step of a pass has its own sums, planes and rim in the same
//   kernel.
// Why: one step cannot be faster than 16 bytes a point cross the memory. Two in a pass take p(n),
//   p(n-1), (v dt)^2 in and p(n+1), p(n+2) out: 20 bytes, 10 a step, 1.6 times fewer. The price is
//   a rim around each tile in which its neighbours compute p(n+1) too, and a barrier a plane. It
//   grows with M: worth it at M = 1 and 2.
// Expected: at 512^3 on an H100 1.45 times what the copy speed allows one step a pass at order 2,
//   1.35 times at order 4: 10 bytes a point and step instead of 16, and a rim of a fifth
// Launch: `tile` is the cells of a block that are right after two steps, z by x; a thread has 4
//   along z on `lines` lines. `planes` of a piece along y, chosen unless given. A last single step
//   uses the same kernel. Needs compute capability 9.0. `tile` and `lines` are chosen by the
//   half-length, not tma's --tile=64x32 --lines=1: the tile loses M cells on each side to the
//   second step.
// Work per point: 16 bytes a step in the model of the other stages; here 10, and 2 operations a tap
//   and 6 more, each times what the rim adds: with tiles of 64 x 32 1.2 at M = 1, 1.27 at M
//   = 2.
// Run: ladder --case=two-layer-512 --stage=two-step --half-length=1
#include "cuda_stages/wave3d/two_step_stage.cuh"

namespace {

using Tile = TileOf<false>;

// p(n+1) goes to `next`, and if Twice p(n+2) to `after`.
template <int M, int lines, bool Twice>
__global__ __launch_bounds__(most_threads(M, lines)) void two_steps(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, Tile tile, int planes,
    float *next, float *after) {
  constexpr int slots = Tile::slots_of(M);
  extern __shared__ __align__(128) float shared[];  // [slots][tile.slot()], [2][tile.framed()]
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

  // One thread asks for all that comes with plane y.
  const auto fetch = [&](int y) {
    Barrier &barrier = full[(y - first) % slots];
    const int done = y - M;
    const bool comes = y < g.ny, makes = done >= first_of_next && done < g.ny;
    barrier.expect(int(sizeof(float)) *
                   ((comes ? tile.framed() : 0) + (makes ? 2 * tile.z() * tile.x() : 0)));
    float *const to = shared + (y - first) % slots * tile.slot();
    if (comes) fetch_box(to, maps.now, begin_z - rim_z, begin_x - M, y, barrier);
    if (makes) {
      fetch_box(to + before_at, maps.before, begin_z, begin_x, done, barrier);
      fetch_box(to + v2dt2_at, maps.v2dt2, begin_z, begin_x, done, barrier);
    }
  };
  if (t == 0) {
    for (int i = 0; i < slots; ++i) full[i].prepare(1);
    show_barriers_to_accelerator();
    for (int y = first; y <= min(last, first + slots - 1); ++y) fetch(y);
  }
  for (int i = t; i < 2 * Tile::whole(tile.framed()); i += blockDim.x) shown[i] = 0.0f;
  __syncthreads();  // the barriers stand
  s.record(s.now, s.n);

  // Threads beyond the last line compute it again and keep nothing.
  const int quads = tile.z() / 4, computing = quads * (tile.x() / lines);
  const int own = min(t, computing - 1), q = own % quads, line = lines * (own / quads);
  const int iz = begin_z + 4 * q, ix = begin_x + line;
  const int place = 4 * q + tile.z() * line,
            framed_place = rim_z + 4 * q + tile.pitch() * (M + line);
  const OwnCells<lines> cells(s, iz, ix);
  const bool keeps_z = t < computing && q > 0 && q < quads - 1 && iz < g.nz;
  bool keeps[lines];
#pragma unroll
  for (int i = 0; i < lines; ++i)
    keeps[i] = keeps_z && line + i >= M && line + i < tile.x() - M && ix + i < g.nx;
  SourcesOnTheWay sources(s), sources_after(s);
  Sums<M, lines> sums, sums_after;
  Quad old_now[M][lines] = {};  // [k]: p(n) of the plane M + k + 1 before the one that comes
  RingPlace ring(slots), older(slots);
#pragma unroll(M == 1 ? 2 : 1)
  for (int y = first; y <= last; ++y, ring.next()) {
    const float *const slot = shared + ring.slot * tile.slot();
    full[ring.slot].wait(ring.parity);
    Quad now[lines], lap[lines], v2dt2[lines], result[lines];
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
        v2dt2[i] = load_quad(slot + v2dt2_at + place + i * tile.z());
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
    const int next_to_come = y - M - 1 + slots;  // in the slot of the plane y-M-1
    if (t == 0 && y - M - 1 >= first && next_to_come <= last) fetch(next_to_come);
    if (y - M > first) older.next();  // the slot of plane y-M
    if (!Twice || done < first_of_next) continue;
    Quad value[lines];
    if (makes)
      sums_after.take(plane, tile.pitch(), s.taps, value, lap);
    else
      sums_after.take_nothing(s.taps, value, lap);
    const int done_after = y - 2 * M;
    if (done_after >= begin) {
#pragma unroll
      for (int i = 0; i < lines; ++i)
        v2dt2[i] = load_quad(shared + older.slot * tile.slot() + v2dt2_at + place + i * tile.z());
      cells.finish(s, done_after, s.n + 1, false, sources_after, value, old_now[M - 1], v2dt2, lap,
                   result);
#pragma unroll
      for (int i = 0; i < lines; ++i)
        if (keeps[i]) store_quad(after + g.at(iz, ix + i, done_after), result[i]);
    }
#pragma unroll
    for (int i = 0; i < lines; ++i) {
#pragma unroll
      for (int k = M - 1; k > 0; --k) old_now[k][i] = old_now[k - 1][i];
      old_now[0][i] = now[i];
    }
  }
}

struct Kernels {
  template <int M, int lines, bool Twice>
  static TwoStepKernel<Tile> of() {
    return two_steps<M, lines, Twice>;
  }
};
using Stage = TwoStepStage<Kernels, Tile>;

const ladder_knob knobs[] = {PASS_KNOBS("two_steps", 0)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "tma",
                .change = "two time steps in one pass through memory", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/37_two_step.counts.cuh"
