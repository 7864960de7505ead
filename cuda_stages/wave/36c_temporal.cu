// temporal: two steps for every exchange of halos.
// flags: -O3 -ftz=true
//
// Changes: halos are 2M deep. The first step of two is computed on the tile and on strips M deep
//   along its four sides, which the neighbours compute as well; the second on the tile alone. Then
//   halos travel: half as often, twice as deep, and with squares of M by M cells over corners,
//   which the strips' own halos reach into. Strips have threads of their own, which rest in the
//   second step.
// Order: as in persistent, with eight neighbours and an epoch for every two steps. A launch begins
//   with halos and strips from the arrays that the last one left. Its last step may be the first of
//   two; nothing follows it. A strip's cell goes through the same operations as in its own tile, so
//   both copies are equal bit by bit, whichever step of two it is; a source is added to each. So
//   any split of the steps gives the same result.
// Longer than a slide: strips have threads of their own, and a step is one of two kinds.
// Why: in persistent a multiprocessor mostly waits for halos. The threads of a tile of 64 x 32
//   cells are four warps, one a scheduler: three more for the strips find free slots to issue in.
//   Against it stand the strips, 1.75 times the cells in every other step, and 2.2 times the words
//   an exchange.
// Expected: 1.2 us a step on an H100, 2.4 ms a run: half a flight of halos and half a barrier less
//   save 0.4 us, strips and the longer exchange cost 0.2 us; 1.2 times faster than persistent
// Launch: one block a multiprocessor; `tile` and `threads` are chosen by what two steps are
//   expected to cost. With neighbours a tile has at least 2M cells along an axis. No volumes.
// Run: ladder --stage=temporal --tile=64x32 --columns=4
#include "cuda_stages/wave/own_cells.cuh"

namespace {

// A tile with strips along its four sides, cut into patches of 4 by `columns` cells, one a thread.

struct Patch {
  int z, x;     // of its first cell
  Cells cells;  // of the tile, or of one strip; a patch has none outside
};

struct Strips {
  Tiling tiling;
  int deep, columns;

  __host__ __device__ int patches_of_tile() const { return tiling.z / 4 * (tiling.x / columns); }
  __host__ __device__ int patches() const {
    return patches_of_tile() + 2 * (Tile::frame(deep) / 4) * (tiling.x / columns) +
           2 * (tiling.z / 4) * ((deep + columns - 1) / columns);
  }

  // Patch number t: first those of the tile, then those of the strips above, below, left and right.
  __host__ __device__ Patch patch(int t) const {
    for (int d = -1; d < 4; ++d) {  // a direction of Exchange; -1 is the tile
      const int step_z = Exchange::step_z(d), step_x = Exchange::step_x(d);
      const int z = Exchange::begin(step_z, deep, tiling.z, true);
      const int x = Exchange::begin(step_x, deep, tiling.x, true);
      const Cells cells = {z, z + (step_z ? deep : tiling.z), x, x + (step_x ? deep : tiling.x)};
      const int quads = (step_z ? Tile::frame(deep) : tiling.z) / 4;
      const int across = ((step_x ? deep : tiling.x) + columns - 1) / columns;
      if (t < quads * across) {
        // Columns begin at 16 bytes: above, the patches end where the tile begins. Columns that are
        // too many lie in the tile, so that no patch reaches for cells beyond the halo.
        const int first_z = step_z < 0 ? -4 * quads : z;
        const int first_x = step_x > 0 ? cells.end_x - columns * across : x;
        return {first_z + 4 * (t % quads), first_x + columns * (t / quads), cells};
      }
      t -= quads * across;
    }
    return {};
  }

  // The patch that has cell (z, x); -1: none.
  int owner(int z, int x) const {
    if (z < -deep || z >= tiling.z + deep || x < -deep || x >= tiling.x + deep) return -1;
    for (int t = 0; t < patches(); ++t) {
      const Patch p = patch(t);
      if (p.cells.row(z) && p.cells.column(x) && z >= p.z && z < p.z + 4 && x >= p.x &&
          x < p.x + columns)
        return t;
    }
    return -1;
  }
};

constexpr int most_threads = 384;
// The most words that a thread sends.
__host__ __device__ constexpr int words_held(int m) { return m <= 8 ? 4 : 8; }

template <int M, int C>
__global__ __launch_bounds__(most_threads) void advance_temporal(
    const __grid_constant__ TiledCase r) {
  extern __shared__ float4 shared[];
  float *const field = reinterpret_cast<float *>(shared);  // [2][tile.size()]
  const Exchange exchange(r.tiling, 2 * M, M);
  const Tile &tile = exchange.tile;
  const int t = threadIdx.x, block = blockIdx.x;
  const int begin_z = block % r.tiling.nz * r.tiling.z;
  const int begin_x = block / r.tiling.nz * r.tiling.x;

  // The start: p(n) with its halo, whatever belongs to this thread, and its words.
  load_field(r, exchange, begin_z, begin_x, field);
  const Strips strips = {r.tiling, M, C};
  const Patch patch = strips.patch(t);
  const bool of_tile = t < strips.patches_of_tile(), of_strip = !of_tile && t < strips.patches();
  RegisterTile<C> own(r, tile, begin_z, begin_x, patch.z, patch.x, patch.cells);
  const Halo<words_held(M)> halo(exchange, block);
  const OwnReceivers receivers(r, block);
  const OwnSources sources(r, block);
  __syncthreads();

  for (int n = 0;; ++n) {
    const float *const p = field + n % 2 * tile.size();
    float *const next = field + (n + 1) % 2 * tile.size();
    const int step = r.step + n;
    const bool first = n % 2 == 0;  // of two
    const bool computes = of_tile || (of_strip && first);
    const float pulse = sources.fetch(r, step);

    if (computes) {
      float lap[C][4], centre[C][4];
      laplacian_of_tile<M, C>(p + own.place, tile.pitch, r.taps_z, r.taps_x, lap, centre);
#pragma unroll
      for (int i = 0; i < C; ++i) {
        float result[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const float taper = own.sponge_x[i] * own.sponge_z[j];
          const float rest = fmaf(2.0f, centre[i][j], -own.before[i][j]);
          result[j] = taper * fmaf(own.v2dt2[i][j], lap[i][j], rest);
          own.before[i][j] = taper * centre[i][j];
        }
        if (M % C == 0 || patch.cells.column(own.x + i))
          *reinterpret_cast<float4 *>(next + own.place + i * tile.pitch) =
              make_float4(result[0], result[1], result[2], result[3]);
      }
    } else if (of_strip) {  // p(n) becomes p(n-1) all the same
#pragma unroll
      for (int i = 0; i < C; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          own.before[i][j] = own.sponge_x[i] * own.sponge_z[j] * p[own.place + i * tile.pitch + j];
    }
    sources.inject(r, step, pulse, next, computes);
    __syncthreads();  // p(n+1) is in all own cells, after the first step also in the strips

    const bool last = n + 1 == r.count;
    const unsigned epoch = r.epoch + n / 2 + 1;
    Word *const slots = r.slots + epoch % 2 * exchange.all();  // of this parity
    if (!first && !last) halo.send(slots, next, epoch);
    receivers.record(r, step + 1, next);
    if (last) break;
    if (first) continue;
    halo.receive(slots, next, epoch);
    __syncthreads();  // and in the halo
  }

  if (of_tile) own.store(r, tile, begin_z, begin_x, field + r.count % 2 * tile.size());
}

enum { knob_threads, knob_tile, knob_columns, knob_blocks };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : case_(c), columns_(launch.knob[knob_columns][0]), blocks_(launch.knob[knob_blocks][0]),
        tiling_(must_fit(c, choose(c, launch, Device()))),
        threads_(threads_of(c.half_length, columns_, tiling_)), kernel_(kernel_of(c.half_length)),
        run_(c, Exchange(tiling_, 2 * c.half_length, c.half_length), threads_,
             reinterpret_cast<void *>(kernel_),
             [strips = Strips{tiling_, c.half_length, columns_}](int z, int x) {
               return strips.owner(z, x);
             }) {
    refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads_,
              "this tile takes " + std::to_string(threads_) + " threads: leave --threads out");
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) { run_.advance(case_, count); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{threads_}, {tiling_.z, tiling_.x}, {columns_}, {blocks_}}};
  }

  // One for each patch, but enough for the words.
  static int threads_of(int m, int columns, const Tiling &t) {
    const int sending = ceil_div(Exchange(t, 2 * m, m).words(), words_held(m));
    return ceil_div(std::max(Strips{t, m, columns}.patches(), sending), 32) * 32;
  }

  // Of no tiles if none fits.
  static Tiling choose(const ladder_wave &c, const ladder_launch &launch, const Device &device) {
    const int columns = launch.knob[knob_columns][0], blocks = launch.knob[knob_blocks][0];
    refuse_if(c.ny > 1, "this stage does no volumes: take fused or graph");
    refuse_if(columns != 2 && columns != 4, "columns is 2 or 4");
    const int m = c.half_length;
    const auto cost = [&](const Tiling &t) {
      const Exchange exchange(t, 2 * m, m);
      if (threads_of(m, columns, t) > most_threads ||
          exchange.bytes() * blocks > device.shared_bytes)
        return -1.0;
      const Strips strips = {t, m, columns};
      const int first = ceil_div(strips.patches(), 32);
      const int second = ceil_div(strips.patches_of_tile(), 32);
      return clocks_of_step(first * blocks, m, columns, t) +
             clocks_of_step(second * blocks, m, columns, t) + exchange.words() * blocks;
    };
    return cheapest_tiling(c, device.processors * blocks, 4, columns, 2 * m, launch.knob[knob_tile],
                           cost);
  }

 private:
  using Kernel = void (*)(TiledCase);

  Kernel kernel_of(int m) const {
    Kernel kernel = nullptr;
    with_half_length(m, [&](auto M) {
      kernel = columns_ == 4 ? advance_temporal<M, 4> : advance_temporal<M, 2>;
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
    LADDER_KNOB(threads, "threads a block; its tile sets it", "advance_temporal", 1, {0}, {32},
                {384}),
    LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {0, 0}, {1, 1}, {4096, 4096}),
    LADDER_KNOB(columns, "columns that a thread computes, 2 or 4", nullptr, 1, {4}, {2}, {4}),
    LADDER_KNOB(blocks, "blocks a multiprocessor", nullptr, 1, {1}, {1}, {4})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "persistent",
                .change = "two steps for every exchange of halos, twice as deep", CUDA_KNOBS(knobs),
                LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};

#include "cuda_stages/wave/36c_temporal.counts.cuh"
