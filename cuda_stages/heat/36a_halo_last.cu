// halo-last: what needs no frame is computed while the sides travel.
// flags: -O3 -ftz=true
//
// Changes: a step is made from the tile's own cells first, as if all beyond its sides were zero;
//   the words are asked for in the middle of that. What they bring is added when all have come. It
//   stands apart from the tile, whose frame stays zero, so that no load asks whether its cell is in
//   the frame.
// Order: a block sends the words of epoch e (messages.cuh) after its own cells of that epoch stand,
//   and waits for those of its six neighbours. It never waits for anything but an epoch that they
//   send without waiting for it in turn; all blocks are on the chip at once, as a cooperative
//   launch guarantees; so, epoch by epoch, every block advances. A slot is of epochs of one parity.
//   The sender overwrites epoch e with e + 2 when it has read the neighbour's e + 1, which that one
//   sent behind a barrier that stands behind all its reads of e. Epochs count on from launch to
//   launch, and the reader waits for equality. In a block: compute from the tile, receive | barrier
//   | add what came, show the own cells | barrier | send.
// Longer than a slide: each side of a box gets threads of its own that add what is beyond it.
// Why: until the words have come through the second-level cache is longer than all the arithmetic
//   of a step. Of the seven products of a cell at a side one needs the words; only this one must
//   wait. One barrier goes as well.
// Expected: 1.5 us a step of 128^3 cells on an H100, 1400 Gpoint/s, 1.5 times faster than
//   persistent: the flight of the words hides behind 0.95 us of arithmetic; 0.5 us of adding,
//   sending and two barriers stay
// Launch: one block a multiprocessor. A thread keeps 4 cells along z by 2 x 4 lines (`lines` = 8)
//   or 4 x 4 (16): of the four neighbours of a line in x and y 1.5 or 1 are in shared memory.
//   `tile` (z by x), `depth` (y) and with them `threads` are chosen by what a step is expected to
//   cost. 128^3 is 128 tiles of 32 x 32 x 16. Not persistent's --lines=16: at 128^3 16 lines were
//   slower here (NOTES.md).
// Run: ladder --case=heat-128 --stage=halo-last --tile=32x32 --depth=16 --lines=8
#include "cuda_stages/heat/kept_stage.cuh"

namespace {

// T(n+1) of one plane of the patch, from the tile's own cells: beyond its sides all counts as zero,
// as the frame is.
template <bool Border, int X, int Y>
__device__ inline void compute_plane(int k, const OwnPatch<X, Y> &patch, const Tile &tile,
                                     const float *field, Quad next[X][Y]) {
#pragma unroll
  for (int i = 0; i < X; ++i) {
    const Quad &centre = patch.own[i][k];
    const float *const at = field + patch.place + i * tile.pitch + k * tile.plane;
    const float before = __shfl_up_sync(0xffffffff, centre.c[3], 1),
                behind = __shfl_down_sync(0xffffffff, centre.c[0], 1);
    const QuadNeighbours n = {
        .before = patch.first ? 0.0f : before,
        .behind = patch.last ? 0.0f : behind,
        .left = i > 0 ? patch.own[i - 1][k] : load_quad(at - tile.pitch),
        .right = i < X - 1 ? patch.own[i + 1][k] : load_quad(at + tile.pitch),
        .below = k > 0 ? patch.own[i][k - 1] : load_quad(at - tile.plane),
        .above = k < Y - 1 ? patch.own[i][k + 1] : load_quad(at + tile.plane)};
    next[i][k] = step_quad(patch.template factors_of<Border>(i, k), centre, n);
  }
}

// Adds what is beyond the sides to the cells next to them.
template <bool Border, int X, int Y>
__device__ inline void add_sides(const OwnPatch<X, Y> &patch, const Exchange &e, const float *field,
                                 Quad next[X][Y]) {
  const auto add_end = [&](int d, int j) {  // to cell j of each quad
#pragma unroll
    for (int k = 0; k < Y; ++k) {
      const Row<X> beyond =
          load_row<X>(field + e.tile.beyond_end(d) + patch.of_ends + k * e.tiling.x);
#pragma unroll
      for (int i = 0; i < X; ++i)
        next[i][k].c[j] =
            fmaf(patch.template factors_of<Border>(i, k).c[j], beyond.c[i], next[i][k].c[j]);
    }
  };
  // Line i, k; line number `line` of the side.
  const auto add = [&](int d, int line, int i, int k) {
    const Quad beyond = load_quad(field + e.tile.beyond_side(d) + patch.z + e.tiling.z * line);
    const Quad f = patch.template factors_of<Border>(i, k);
#pragma unroll
    for (int j = 0; j < 4; ++j) next[i][k].c[j] = fmaf(f.c[j], beyond.c[j], next[i][k].c[j]);
  };
  if (patch.first) add_end(0, 0);
  if (patch.last) add_end(1, 3);
  if (patch.x == 0)
#pragma unroll
    for (int k = 0; k < Y; ++k) add(2, patch.y + k, 0, k);
  if (patch.x == e.tiling.x - X)
#pragma unroll
    for (int k = 0; k < Y; ++k) add(3, patch.y + k, X - 1, k);
  if (patch.y == 0)
#pragma unroll
    for (int i = 0; i < X; ++i) add(4, patch.x + i, i, 0);
  if (patch.y == e.tiling.y - Y)
#pragma unroll
    for (int i = 0; i < X; ++i) add(5, patch.x + i, i, Y - 1);
}

template <int X, int Y, int Threads, int Held, typename KnownSides>
__global__ __launch_bounds__(Threads) void advance_halo_last(const __grid_constant__ KeptCase r) {
  extern __shared__ float4 shared[];
  float *const field = reinterpret_cast<float *>(shared);  // [tile.size_apart()]
  const Exchange exchange(KnownSides::of(r.tiling), true);
  const Origin begin(exchange.tiling, blockIdx.x);

  load_tile(r, exchange, begin, field);
  Halo<Held> halo(exchange, blockIdx.x);
  __syncthreads();
  OwnPatch<X, Y> patch(r, exchange, begin, field);
  const bool inner = __all_sync(0xffffffff, patch.changing == patch.all_lines);

  // What is beyond the sides of T(n) is in shared memory at the start, and comes as words of epoch
  // + n afterwards.
  for (int n = 0;; ++n) {
    const unsigned epoch = r.epoch + n;
    Word *const slots = r.slots + epoch % 2 * exchange.all();  // of this parity
    Quad next[X][Y];
    patch.forget_masks();
#pragma unroll
    for (int k = 0; k < Y; ++k) {
      if (k == Y / 2 && n > 0) halo.look(slots);
      if (inner)
        compute_plane<false>(k, patch, exchange.tile, field, next);
      else
        compute_plane<true>(k, patch, exchange.tile, field, next);
    }
    if (n > 0) halo.receive(slots, field, epoch);
    __syncthreads();  // all have read T(n), and what is beyond the sides stands
    if (inner)
      add_sides<false>(patch, exchange, field, next);
    else
      add_sides<true>(patch, exchange, field, next);
#pragma unroll
    for (int k = 0; k < Y; ++k)
#pragma unroll
      for (int i = 0; i < X; ++i) patch.own[i][k] = next[i][k];
    if (n + 1 == r.count) break;
    patch.show(exchange, field);
    __syncthreads();  // T(n+1) stands in all own cells
    halo.send(r.slots + (epoch + 1) % 2 * exchange.all(), field, epoch + 1);
  }
  patch.store(r);
}

struct Kernels {
  template <int X, int Y, int MostThreads, int Held, typename KnownSides>
  static KeptKernel of() {
    return advance_halo_last<X, Y, MostThreads, Held, KnownSides>;
  }
};
using Stage = KeptStage<Kernels>;

const ladder_knob knobs[] = {KEPT_KNOBS("advance_halo_last", 8)};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "persistent",
                .change =
                    "a step is made from the tile's own cells while the sides travel; the frame's "
                    "part is added last",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/36a_halo_last.counts.cuh"
