// halo-last: everything that needs no halo is computed while the halos travel.
// flags: -O3 -ftz=true
//
// Changes: persistent waits for its halos and then computes. Here the sums over a tile's own cells
//   are made first, as if zeros were beyond it; warps of their own wait for the halos meanwhile,
//   add what the halos contribute to the M cells next to each edge, and send these on at once.
// Order: a line of halo (lines.cuh) is between two threads. Each waits for the words of the other's
//   epoch e and then sends its own of e + 1, so neither overwrites a word of e - 1, which lies in
//   the slot of the same parity, before the other has read it. All blocks are on the chip at once,
//   as a cooperative launch guarantees; epochs count on from launch to launch. A cell in a corner
//   is of two lines: in one warp, first those along z add, then those along x.
// Longer than a slide: halos travel from thread to thread instead of from block to block, so
//   sending and receiving are other code.
// Why: until a halo has come through the second-level cache is as long as all the arithmetic of a
//   step. Of the 2M+1 taps of a cell near an edge few reach beyond it: 36 of 128 products a line of
//   8 cells. Only these must wait.
// Expected: 0.6 us a step on an H100, 1.2 ms a run, 2.3 times faster than persistent: 0.45 us of
//   arithmetic hide as long a flight of the halos, and 0.15 us of adding, sending and two barriers
//   stay
// Launch: one block a multiprocessor. A thread computes 4 by 4 cells, eight threads 32 rows, so
//   that they read shared memory without bank conflicts; a thread more for each line. No volumes.
// Run: ladder --stage=halo-last --tile=64x32
#include "cuda_stages/wave/lines.cuh"
#include "cuda_stages/wave/own_cells.cuh"
#include "cuda_stages/wave/tiles.cuh"

namespace {

constexpr int most_threads = 384;

// What the halo adds to cell i of a line: sums[i] = sum over k > i of taps[k] halo[k - i - 1].
template <int M>
__device__ void sum_beyond_edge(const float *taps, const float *halo, float *sums) {
#pragma unroll
  for (int i = 0; i < M; ++i) {
    sums[i] = 0.0f;
#pragma unroll
    for (int k = i + 1; k <= M; ++k) sums[i] = fmaf(taps[k], halo[k - i - 1], sums[i]);
  }
}

template <int M>
__global__ __launch_bounds__(most_threads) void advance_halo_last(
    const __grid_constant__ TiledCase r) {
  extern __shared__ float4 shared[];
  float *const field = reinterpret_cast<float *>(shared);  // [2][tile.size()]
  const Lines lines(r.tiling, M);
  const BareTile &tile = lines.tile;
  const Padded &g = r.g;
  const int t = threadIdx.x;
  const int begin_z = blockIdx.x % r.tiling.nz * r.tiling.z;
  const int begin_x = blockIdx.x / r.tiling.nz * r.tiling.x;
  for (int i = t; i < 2 * tile.size(); i += blockDim.x) field[i] = 0.0f;
  __syncthreads();

  // A patch: its cells' p(n) go to shared memory, the rest stays here. Where a tile reaches beyond
  // the grid, all is zero and stays so.
  constexpr int C = Patches::columns;
  const Patches patches(r.tiling);
  const bool computes = t < patches.count;
  const Cells cells = computes ? Cells{0, r.tiling.z, 0, r.tiling.x} : Cells{};
  RegisterTile<C> own(r, tile, begin_z, begin_x, patches.z(t), patches.x(t), cells);
#pragma unroll
  for (int i = 0; i < C; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int z = begin_z + own.z + j, x = begin_x + own.x + i;
      if (computes && z < g.nz && x < g.nx)
        field[own.place + i * tile.pitch + j] = r.now[g.first + z + g.pz * x];
    }

  const int place = t - patches.threads();
  const Line line = lines.of_thread(place);
  const LineEnd end(lines, blockIdx.x, line);
  float factor[M];  // t (v dt)^2 of the line's cells
  if (end.exists) {
#pragma unroll
    for (int i = 0; i < M; ++i) {
      const int z = begin_z + lines.z(line, i), x = begin_x + lines.x(line, i);
      const bool inside = z < g.nz && x < g.nx;
      factor[i] = inside ? r.sponge_x[x] * r.sponge_z[z] * r.v2dt2[g.first + z + g.pz * x] : 0.0f;
    }
    float halo[M];
#pragma unroll
    for (int i = 0; i < M; ++i) {
      const int z = begin_z + lines.z(line, -1 - i), x = begin_x + lines.x(line, -1 - i);
      halo[i] = z < g.nz && x < g.nx ? r.now[g.first + z + g.pz * x] : 0.0f;
    }
    end.send(r.slots + r.epoch % 2 * lines.all() + end.in, lines.lines(), r.epoch, halo);
  }
  const int group = blockIdx.x * blockDim.x + t;
  const int first_source = r.sources.begin[group], end_sources = r.sources.begin[group + 1];
  const int end_receivers = r.receivers.begin[blockIdx.x + 1];
  const int first_receiver = r.receivers.begin[blockIdx.x] + blockDim.x - 1 - t;
  __syncthreads();

  for (int n = 0;; ++n) {
    const float *const p = field + n % 2 * tile.size();
    float *const next = field + (n + 1) % 2 * tile.size();
    const int step = r.step + n;
    const unsigned epoch = r.epoch + n;  // of the halo of p(n)

    if (computes) own.template step<M>(r, tile.pitch, p, next);
    for (int s = first_source; s < end_sources; ++s)
      next[r.sources.place[s]] += r.factors[r.sources.number[s]] *
                                  r.wavelets[std::size_t{1} * r.sources.number[s] * r.steps + step];
    float sums[M];
    if (end.exists) {
      float halo[M];
      const Word *const words = r.slots + epoch % 2 * lines.all();
      Word got[Lines::words(M)];
      end.look(words, lines.lines(), got);
      end.receive(words, lines.lines(), epoch, got, halo);
      if (end.along_z)
        sum_beyond_edge<M>(r.taps_z, halo, sums);
      else
        sum_beyond_edge<M>(r.taps_x, halo, sums);
    }
    __syncthreads();  // p(n+1) stands in all own cells but for what the halo adds

    const bool last = n + 1 == r.count;
    float values[M];
    const auto add_halo = [&] {
      end.load(next, values);
#pragma unroll
      for (int i = 0; i < M; ++i) values[i] = fmaf(factor[i], sums[i], values[i]);
      end.store(values, next);
    };
    if (end.exists && end.along_z) add_halo();
    __syncwarp();
    if (end.exists && !end.along_z) add_halo();
    __syncwarp();
    if (end.exists && !last) {
      if (end.along_z && end.crossed) end.load(next, values);
      end.send(r.slots + (epoch + 1) % 2 * lines.all() + end.out, lines.lines(), epoch + 1, values);
    }
    __syncthreads();  // p(n+1) stands
    float *const sample = r.traces + std::size_t(step + 1) * r.receiver_count;
    for (int i = first_receiver; i < end_receivers; i += blockDim.x)
      sample[r.receivers.number[i]] = next[r.receivers.place[i]];
    if (last) break;
  }

  if (computes) own.store(r, tile, begin_z, begin_x, field + r.count % 2 * tile.size());
}

enum { knob_threads, knob_tile };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : case_(c), tiling_(must_fit(c, choose(c, launch, Device()))),
        threads_(threads_of(c.half_length, tiling_)),
        run_(c, Lines(tiling_, c.half_length), threads_, kernel_of(c.half_length),
             [this](int z, int x) { return Patches(tiling_).at(z, x); }) {
    refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads_,
              "this tile takes " + std::to_string(threads_) + " threads: leave --threads out");
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) { run_.advance(case_, count); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return {{{threads_}, {tiling_.z, tiling_.x}}}; }

  static int threads_of(int m, const Tiling &t) {
    return Patches(t).threads() + ceil_div(Lines(t, m).threads(), 32) * 32;
  }

  // Of no tiles if none fits.
  static Tiling choose(const ladder_wave &c, const ladder_launch &launch, const Device &device) {
    refuse_if(c.ny > 1, "this stage does no volumes: take fused or graph");
    const int m = c.half_length;
    const auto cost = [&](const Tiling &t) {
      if (threads_of(m, t) > most_threads || Lines(t, m).bytes() > device.shared_bytes) return -1.0;
      // Clocks: four schedulers issue 16 (4 m + 8) instructions a thread.
      return ceil_div(Patches(t).threads(), 128) * 16.0 * (4 * m + 8) + Lines(t, m).threads();
    };
    return cheapest_tiling(c, device.processors, Patches::rows, Patches::columns, 2 * m,
                           launch.knob[knob_tile], cost);
  }

 private:
  static const void *kernel_of(int m) {
    const void *kernel = nullptr;
    with_half_length(
        m, [&](auto M) { kernel = reinterpret_cast<const void *>(advance_halo_last<M>); });
    return kernel;
  }

  const ladder_wave &case_;
  const Tiling tiling_;
  const int threads_;
  TiledRun<Lines> run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(threads, "threads a block; its tile sets it", "advance_halo_last", 1, {0}, {32},
                {384}),
    LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {0, 0}, {1, 1}, {4096, 4096})};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "persistent",
    .change =
        "the sums over a tile's own cells are made while the halos travel; the halos' part is "
        "added last",
    CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};

#include "cuda_stages/wave/36d_halo_last.counts.cuh"
