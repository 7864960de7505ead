// own-words: the threads whose cells meet exchange them, from registers to registers.
// flags: -O3 -ftz=true
//
// Changes: a thread sends the cells of its patch that are on a side of the tile itself, and the
//   thread beyond that side receives them, in the words of messages.cuh. What arrives is added out
//   of registers. No thread fetches another one's cells from shared memory to send them, and what
//   arrives is not written there. T(n) and T(n+1) have a tile each, with a frame of zeros.
// Order: a thread sends words of epoch e + 1 when it has received all of its own of e. It waits for
//   nothing else outside of its block, and the sender of a word of e waits for none of e to send
//   it; all blocks are on the chip at once, as a cooperative launch guarantees; so, epoch by epoch,
//   every thread advances. A slot is of epochs of one parity and of one pair of threads: the sender
//   overwrites e with e + 2 when it has received e + 1 from the thread that reads e, which sends it
//   when it has read e. Epochs count on from launch to launch, and the reader waits for equality.
//   In a block: compute from the tile of T(n), receive, add what arrived, send, show the own cells
//   in the tile of T(n+1) | barrier. Behind it nobody reads T(n), which T(n+2) replaces.
// Longer than a slide: adding out of registers replaces adding out of shared memory; the loop has
//   the same parts in another order.
// Why: halo-last issues 660 instructions a warp and step, and the schedulers are the busiest part.
//   320 are the cells' step. Of the others 50 ask for words, 65 receive them, 95 send them and more
//   than 50 add them: places in shared memory, and cells there and back. A thread that sends its
//   own cells has one address a side: 494 instructions, 311 of them the step and asking. Words are
//   hardly waited for, so that two steps an exchange would gain nothing: a frame twice as deep is
//   as many words a step, and its own first step is a quarter more cells in every second step.
// Against it: a corner's warp has 12 words to receive and to send where others have 3: 550
//   instructions. So patches are dealt to warps in such a way that each scheduler has as many of
//   these. A patch of 8 or 16 cells at a side fills no whole number of words: 12 % more.
// Expected: 1.65 us a step of 128^3 cells on an H100, 1270 Gpoint/s, 1.35 times faster than
//   halo-last: 1980 clocks of issuing instead of 2640, one barrier, nothing between a cell's step
//   and its way to the neighbour
// Launch: as halo-last, without threads that only exchange. Where a grid has several tiles along an
//   axis they have two patches there at least, so that no patch has two opposite sides. Tiles of
//   128 x 16 x 8 have no sides along z, so that a warp issues 431 instructions, but 1.5 times the
//   words. They were faster (NOTES.md), so whole lines are taken where they fit.
// Run: ladder --case=heat-128 --stage=own-words --tile=128x16 --depth=8 --lines=8
#include "cuda_stages/heat/thread_words_stage.cuh"

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

// Adds what is beyond the sides, which has arrived, to the cells next to them.
template <bool Border, int X, int Y>
__device__ inline void add_sides(const OwnPatch<X, Y> &patch, const ThreadWords<X, Y> &words,
                                 Quad next[X][Y]) {
  const auto add = [&](int i, int k, int j, float beyond) {
    next[i][k].c[j] = fmaf(patch.template factors_of<Border>(i, k).c[j], beyond, next[i][k].c[j]);
  };
  if (words.ends.exists())
#pragma unroll
    for (int n = 0; n < X * Y; ++n) {
      const int i = n % X, k = n / X;
      if (words.ends.low) add(i, k, 0, words.ends.cell(n));
      if (words.ends.high) add(i, k, 3, words.ends.cell(n));
    }
  const auto add_x = [&](int i) {
#pragma unroll
    for (int n = 0; n < 4 * Y; ++n) add(i, n / 4, n % 4, words.of_x.cell(n));
  };
  const auto add_y = [&](int k) {
#pragma unroll
    for (int n = 0; n < 4 * X; ++n) add(n / 4, k, n % 4, words.of_y.cell(n));
  };
  if (words.of_x.exists()) {
    if (words.of_x.low)
      add_x(0);
    else
      add_x(X - 1);
  }
  if (words.of_y.exists()) {
    if (words.of_y.low)
      add_y(0);
    else
      add_y(Y - 1);
  }
}

template <int X, int Y, int Threads, int Held, typename KnownSides>
__global__ __launch_bounds__(Threads) void advance_own_words(const __grid_constant__ KeptCase r) {
  extern __shared__ float4 shared[];
  float *field = reinterpret_cast<float *>(shared);  // [2][tile.lines]
  const Exchange exchange(KnownSides::of(r.tiling));
  const Tile &tile = exchange.tile;
  const Origin begin(exchange.tiling, blockIdx.x);
  int other = tile.lines;  // from T(n) to T(n+1)

  load_tile_twice(r, exchange, begin, field);
  __syncthreads();
  OwnPatch<X, Y> patch(r, exchange, begin, field);
  spread_over_schedulers(patch, r, exchange, field);
  ThreadWords<X, Y> words(exchange.tiling, patch);
  // So that factors stay in registers: the compiler would make them anew where it needs them.
  for (float &f : patch.factors.c) asm volatile("" : "+f"(f));
  const bool inner = __all_sync(0xffffffff, patch.changing == patch.all_lines);

  // What is beyond the sides of T(n) arrives as words of epoch + 1 + n.
  const unsigned all = WordPlaces(exchange.tiling, X, Y).of_block();
  unsigned epoch = r.epoch + 1, of_parity = 0;
  words.send(r.slots, of_parity, epoch, patch.own);
  for (int left = r.count;;) {
    Quad next[X][Y];
    patch.forget_masks();
#pragma unroll
    for (int k = 0; k < Y; ++k) {
      if (k == Y - 1) words.look(r.slots, of_parity);
      if (inner)
        compute_plane<false>(k, patch, tile, field, next);
      else
        compute_plane<true>(k, patch, tile, field, next);
    }
    words.wait(r.slots, of_parity, epoch);
    if (inner)
      add_sides<false>(patch, words, next);
    else
      add_sides<true>(patch, words, next);
#pragma unroll
    for (int k = 0; k < Y; ++k)
#pragma unroll
      for (int i = 0; i < X; ++i) patch.own[i][k] = next[i][k];
    if (--left == 0) break;
    ++epoch, of_parity = all - of_parity;
    words.send(r.slots, of_parity, epoch, patch.own);
    field += other, other = -other;
    show_lines(patch, tile, field);
    __syncthreads();  // all have read T(n), and T(n+1) is there
  }
  patch.store(r);
}

struct Kernels {
  template <int X, int Y, int MostThreads, int Held, typename KnownSides>
  static KeptKernel of() {
    return advance_own_words<X, Y, MostThreads, Held, KnownSides>;
  }
};
using Stage = ThreadWordsStage<Kernels>;

const ladder_knob knobs[] = {KEPT_KNOBS("advance_own_words", 8)};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "halo-last",
                .change =
                    "threads whose cells meet exchange them, from registers to registers; one "
                    "barrier a step",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/36b_own_words.counts.cuh"
