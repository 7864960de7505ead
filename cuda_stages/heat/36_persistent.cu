// persistent: one kernel for all steps; the field lives on the chip.
// flags: -O3 -ftz=true
//
// Changes: a block owns a box of cells for the whole run, in the registers of its threads and once
//   more in its shared memory, where the neighbours' threads read it. Only the sides of boxes
//   travel, through global memory, that is the second-level cache.
// Order: a block sends the words of epoch e (messages.cuh) after its own cells of that epoch stand,
//   and waits for those of its six neighbours. It never waits for anything but an epoch that they
//   send without waiting for it in turn; all blocks are on the chip at once, as a cooperative
//   launch guarantees; so, epoch by epoch, every block advances. A slot is of epochs of one parity.
//   The sender overwrites epoch e with e + 2 when it has read the neighbour's e + 1, which that one
//   sent behind a barrier that stands behind all its reads of e. Epochs count on from launch to
//   launch, and the reader waits for equality. In a block: compute from the tile of T(n), show the
//   own cells in that of T(n+1) | barrier | send, receive what is beyond the sides | barrier.
// Longer than a slide: one kernel for all steps replaces the kernel of a step and its graph.
// Why: 128^3 cells are 8.4 MB, and 132 multiprocessors have 33 MB of registers and 30 MB of shared
//   memory. A step from the second-level cache moves 16.8 MB and waits 1.3 us for the next node;
//   here it moves 1366 words of 16 bytes a block, 2.8 MB, once each way.
// Expected: 2.2 us a step of 128^3 cells on an H100, 950 Gpoint/s, 1.6 times faster than wide: 0.95
//   us to compute, 0.2 us to send, 0.95 us until all words have come, 0.1 us of barriers
// Launch: one block a multiprocessor. A thread keeps 4 cells along z by 2 x 4 lines (`lines` = 8)
//   or 4 x 4 (16): of the four neighbours of a line in x and y 1.5 or 1 are in shared memory.
//   `tile` (z by x), `depth` (y) and with them `threads` are chosen by what a step is expected to
//   cost. 128^3 is 128 tiles of 32 x 32 x 16. Not wide's --lines=1: a thread keeps its cells in
//   registers for the whole run, so it has as many as they hold.
// Work per point: 8 bytes in the model of the other stages, here nothing but sides; 8 operations.
// Run: ladder --case=heat-128 --stage=persistent --tile=32x32 --depth=16 --lines=16
#include "cuda_stages/heat/kept_stage.cuh"

namespace {

// T(n+1) of the patch, from its own cells and from shared memory.
template <bool Border, int X, int Y>
__device__ inline void compute(const OwnPatch<X, Y> &patch, const Exchange &e, const float *field,
                               Quad next[X][Y]) {
  const Tile &tile = e.tile;
#pragma unroll
  for (int k = 0; k < Y; ++k) {
    Row<X> before, behind;
#pragma unroll
    for (int i = 0; i < X; ++i) {
      before.c[i] = __shfl_up_sync(0xffffffff, patch.own[i][k].c[3], 1);
      behind.c[i] = __shfl_down_sync(0xffffffff, patch.own[i][k].c[0], 1);
    }
    const float *const ends = field + patch.of_ends + k * e.tiling.x;
    if (patch.first) before = load_row<X>(ends + tile.beyond_end(0));
    if (patch.last) behind = load_row<X>(ends + tile.beyond_end(1));
#pragma unroll
    for (int i = 0; i < X; ++i) {
      const Quad &centre = patch.own[i][k];
      const float *const at = field + patch.place + i * tile.pitch + k * tile.plane;
      const QuadNeighbours n = {
          .before = before.c[i],
          .behind = behind.c[i],
          .left = i > 0 ? patch.own[i - 1][k] : load_quad(at - tile.pitch),
          .right = i < X - 1 ? patch.own[i + 1][k] : load_quad(at + tile.pitch),
          .below = k > 0 ? patch.own[i][k - 1] : load_quad(at - tile.plane),
          .above = k < Y - 1 ? patch.own[i][k + 1] : load_quad(at + tile.plane)};
      next[i][k] = step_quad(patch.template factors_of<Border>(i, k), centre, n);
    }
  }
}

template <int X, int Y, int Threads, int Held, typename KnownSides>
__global__ __launch_bounds__(Threads) void advance_persistent(const __grid_constant__ KeptCase r) {
  extern __shared__ float4 shared[];
  float *field = reinterpret_cast<float *>(shared);  // [2][tile.size()]
  const Exchange exchange(KnownSides::of(r.tiling));
  const Origin begin(exchange.tiling, blockIdx.x);
  int other = exchange.tile.size();  // from T(n) to T(n+1)

  load_tile(r, exchange, begin, field);
  load_tile(r, exchange, begin, field + other);
  Halo<Held> halo(exchange, blockIdx.x);
  __syncthreads();
  OwnPatch<X, Y> patch(r, exchange, begin, field);
  const bool inner = __all_sync(0xffffffff, patch.changing == patch.all_lines);

  for (int n = 1;; ++n) {
    Quad next[X][Y];
    patch.forget_masks();
    if (inner)
      compute<false>(patch, exchange, field, next);
    else
      compute<true>(patch, exchange, field, next);
#pragma unroll
    for (int k = 0; k < Y; ++k)
#pragma unroll
      for (int i = 0; i < X; ++i) patch.own[i][k] = next[i][k];
    if (n == r.count) break;
    field += other, other = -other;
    patch.show(exchange, field);
    __syncthreads();  // T(n+1) stands in all own cells

    const unsigned epoch = r.epoch + n;
    Word *const slots = r.slots + epoch % 2 * exchange.all();  // of this parity
    halo.send(slots, field, epoch);
    halo.look(slots);
    halo.receive(slots, field, epoch);
    __syncthreads();  // and beyond its sides
  }
  patch.store(r);
}

struct Kernels {
  template <int X, int Y, int MostThreads, int Held, typename KnownSides>
  static KeptKernel of() {
    return advance_persistent<X, Y, MostThreads, Held, KnownSides>;
  }
};
using Stage = KeptStage<Kernels>;

const ladder_knob knobs[] = {KEPT_KNOBS("advance_persistent", 16)};

}  // namespace

LADDER_STAGE = {
    LADDER_HEAT_FRAME, .parent = "wide",
    .change =
        "one kernel for all steps: the field lives on the chip, only the sides of boxes travel",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/36_persistent.counts.cuh"
