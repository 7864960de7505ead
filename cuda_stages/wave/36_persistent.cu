// persistent: one kernel for all steps; the fields live on the chip.
// flags: -O3 -ftz=true
//
// Changes: a block owns a tile of z by x for the whole run. p lies in its shared memory, in two
//   buffers; p(n-1), (v dt)^2 and sponges lie in registers of the thread that computes 4 by
//   `columns` cells. Only halos travel, through global memory, that is the second-level cache.
// Order: a block sends the words of epoch e (messages.cuh) after its own cells of that epoch stand,
//   and waits for those of its four neighbours. It never waits for anything but an epoch that they
//   send without waiting for it in turn; all blocks are on the chip at once, as a cooperative
//   launch guarantees; so, epoch by epoch, every block advances. A slot is of epochs of one parity.
//   The sender overwrites epoch e with e + 2 when it has read the neighbour's e + 1, which that one
//   sent behind a barrier that stands behind all its reads of e: they had returned. Epochs count on
//   from launch to launch, so an old word is never taken for a new one. The reader waits for
//   equality, so nothing but that word lets it pass. The result goes to other arrays than the start
//   came from, because a neighbour may be late in fetching its first halo.
// Longer than a slide: one kernel for all steps replaces the kernel of a step and its graph.
// Why: a node of a graph costs 0.9 us before anything is computed, and every step fetched four
//   fields again. Here a step is: compute, barrier, send the border, receive the halo, barrier. A
//   register tile of 4 x 4 reads shared memory 9 times a point, not 33 times. The copies at both
//   ends are a third of such a run, so the run's arrays are page-locked.
// Expected: 0.85 us a step on an H100, 1.7 ms a run: 0.4 us to compute, 0.35 us until a halo has
//   come, 0.1 us of barriers; 2 times faster than graph
// Launch: one block a multiprocessor (`blocks` allows more: while one waits, another computes);
//   `tile` and `threads` are chosen by what a step is expected to cost. No volumes.
// Work per point: 16 bytes a step in the model of the other stages; here nothing but halos.
// Run: ladder --stage=persistent --tile=64x32 --columns=4
#include "cuda_stages/wave/own_cells.cuh"

namespace {

constexpr int most_threads = 384;
// The most words that a thread sends.
__host__ __device__ constexpr int words_held(int m) { return m <= 8 ? 2 : 4; }

template <int M, int C>
__global__ __launch_bounds__(most_threads) void advance_persistent(
    const __grid_constant__ TiledCase r) {
  extern __shared__ float4 shared[];
  float *const field = reinterpret_cast<float *>(shared);  // [2][tile.size()]
  const Exchange exchange(r.tiling, M, 0);
  const Tile &tile = exchange.tile;
  const int t = threadIdx.x, block = blockIdx.x;
  const int begin_z = block % r.tiling.nz * r.tiling.z;
  const int begin_x = block / r.tiling.nz * r.tiling.x;

  // The start: p(n) with its halo, whatever belongs to this thread, and its words.
  load_field(r, exchange, begin_z, begin_x, field);
  const int quads = r.tiling.z / 4;
  const bool computes = t < quads * (r.tiling.x / C);
  const Cells cells = computes ? Cells{0, r.tiling.z, 0, r.tiling.x} : Cells{};
  RegisterTile<C> own(r, tile, begin_z, begin_x, 4 * (t % quads), C * (t / quads), cells);
  const Halo<words_held(M)> halo(exchange, block);
  const OwnReceivers receivers(r, block);
  const OwnSources sources(r, block);
  __syncthreads();

  for (int n = 0;; ++n) {
    const float *const p = field + n % 2 * tile.size();
    float *const next = field + (n + 1) % 2 * tile.size();
    const int step = r.step + n;
    const float pulse = sources.fetch(r, step);

    if (computes) own.template step<M>(r, tile.pitch, p, next);
    sources.inject(r, step, pulse, next);
    __syncthreads();  // p(n+1) stands in all own cells

    const bool last = n + 1 == r.count;
    const unsigned epoch = r.epoch + n + 1;
    Word *const slots = r.slots + epoch % 2 * exchange.all();  // of this parity
    if (!last) halo.send(slots, next, epoch);
    receivers.record(r, step + 1, next);
    if (last) break;
    halo.receive(slots, next, epoch);
    __syncthreads();  // and in the halo
  }

  if (computes) own.store(r, tile, begin_z, begin_x, field + r.count % 2 * tile.size());
}

enum { knob_threads, knob_tile, knob_columns, knob_blocks };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : case_(c), columns_(launch.knob[knob_columns][0]), blocks_(launch.knob[knob_blocks][0]),
        tiling_(must_fit(c, choose(c, launch, Device()))),
        threads_(threads_of(c.half_length, columns_, tiling_)), kernel_(kernel_of(c.half_length)),
        run_(c, Exchange(tiling_, c.half_length, 0), threads_, reinterpret_cast<void *>(kernel_),
             [this](int z, int x) { return owner_in_tile(tiling_, columns_, z, x); }) {
    refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads_,
              "this tile takes " + std::to_string(threads_) + " threads: leave --threads out");
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) { run_.advance(case_, count); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{threads_}, {tiling_.z, tiling_.x}, {columns_}, {blocks_}}};
  }

  // One for each register tile, but enough for the words.
  static int threads_of(int m, int columns, const Tiling &t) {
    const int computing = t.z / 4 * (t.x / columns);
    const int sending = ceil_div(Exchange(t, m, 0).words(), words_held(m));
    return ceil_div(std::max(computing, sending), 32) * 32;
  }

  // Of no tiles if none fits.
  static Tiling choose(const ladder_wave &c, const ladder_launch &launch, const Device &device) {
    const int columns = launch.knob[knob_columns][0], blocks = launch.knob[knob_blocks][0];
    refuse_if(c.ny > 1, "this stage does no volumes: take fused or graph");
    refuse_if(columns != 2 && columns != 4, "columns is 2 or 4");
    const int m = c.half_length;
    const auto cost = [&](const Tiling &t) {
      const Exchange exchange(t, m, 0);
      if (threads_of(m, columns, t) > most_threads ||
          exchange.bytes() * blocks > device.shared_bytes)
        return -1.0;
      const int warps = ceil_div(t.z / 4 * (t.x / columns), 32) * blocks;
      return clocks_of_step(warps, m, columns, t) + exchange.words() * blocks;
    };
    return cheapest_tiling(c, device.processors * blocks, 4, columns, m, launch.knob[knob_tile],
                           cost);
  }

 private:
  using Kernel = void (*)(TiledCase);

  Kernel kernel_of(int m) const {
    Kernel kernel = nullptr;
    with_half_length(m, [&](auto M) {
      kernel = columns_ == 4 ? advance_persistent<M, 4> : advance_persistent<M, 2>;
    });
    return kernel;
  }

  const ladder_wave &case_;
  const int columns_, blocks_;
  const Tiling tiling_;
  const int threads_;
  const Kernel kernel_;
  TiledRun<Exchange> run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(threads, "threads a block; its tile sets it", "advance_persistent", 1, {0}, {32},
                {384}),
    LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {0, 0}, {1, 1}, {4096, 4096}),
    LADDER_KNOB(columns, "columns that a thread computes, 2 or 4", nullptr, 1, {4}, {2}, {4}),
    LADDER_KNOB(blocks, "blocks a multiprocessor", nullptr, 1, {1}, {1}, {4})};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "graph",
    .change =
        "one kernel for all steps: the fields live on the chip, only halos travel; the run's "
        "arrays are "
        "page-locked",
    CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};

#include "cuda_stages/wave/36_persistent.counts.cuh"
