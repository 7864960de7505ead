// cluster-last: lines travel within a cluster of blocks, past the second-level cache.
// flags: -O3 -ftz=true
//
// Changes: blocks of neighbouring tiles are a thread block cluster. Words of a line that crosses
//   into a tile of the same cluster go straight into the shared memory of that block, where its
//   thread looks for them; only those to other clusters go through the second-level cache. A
//   patch is finished column by column, and lines along z are added four cells at a time.
// Order: words and epochs as in halo-last, wherever a word goes. No block sends before all of its
//   cluster have cleared their words, and none ends before all have received.
// Longer than a slide: words within a cluster have places and a launch of their own.
// Why: a word needs 750 clocks from block to block, and halos of halo-last 1700: at every step
//   1.2 MB are written into the second-level cache and looked at twice, all at once. In clusters
//   of two blocks a third of the words stays outside. Clusters of 8 would keep three fifths of
//   them, but an H100 has no places for 16 of these.
// Expected: 1.05 us a step on an H100, 2.1 ms a run, 1.1 times faster than halo-last: the other
//   lines are on their way for 1450 clocks instead of 1700
// Launch: one block a multiprocessor. A thread computes 4 cells along z by `columns`; a thread more
//   for each line. `cluster` is the tiles of a cluster, z by x; tile and cluster are chosen by what
//   a step is expected to cost. Cooperative as well, so all clusters are on the chip. No volumes.
// Run: ladder --stage=cluster-last --cluster=2x1 --tile=32x60
#include "cuda_stages/wave/column_step.cuh"
#include "cuda_stages/wave/near_lines.cuh"

namespace {

constexpr int most_threads = 352;

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

template <int M, int C>
__global__ __launch_bounds__(most_threads) void advance_cluster_last(
    const __grid_constant__ TiledCase r) {
  extern __shared__ float4 shared[];
  float *const field = reinterpret_cast<float *>(shared);  // [2][tile.size()]
  const Lines lines(r.tiling, M);
  const NearLines all_near(lines);
  const BareTile &tile = lines.tile;
  const Padded &g = r.g;
  const int t = threadIdx.x, block = tile_of(r.tiling, blockIdx.x);
  const int begin_z = block % r.tiling.nz * r.tiling.z;
  const int begin_x = block / r.tiling.nz * r.tiling.x;
  for (int i = t; i < all_near.values(); i += blockDim.x) field[i] = 0.0f;
  __syncthreads();

  // A patch: its cells' p(n) go to shared memory, the rest stays here. Where a tile reaches beyond
  // the grid, all is zero and stays so.
  const int quads = r.tiling.z / 4, patches = quads * (r.tiling.x / C);
  const bool computes = t < patches;
  const Cells cells = computes ? Cells{0, r.tiling.z, 0, r.tiling.x} : Cells{};
  RegisterTile<C> own(r, tile, begin_z, begin_x, 4 * (t % quads), C * (t / quads), cells);
#pragma unroll
  for (int i = 0; i < C; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int z = begin_z + own.z + j, x = begin_x + own.x + i;
      if (computes && z < g.nz && x < g.nx)
        field[own.place + i * tile.pitch + j] = r.now[g.first + z + g.pz * x];
    }

  const int place = t - (patches + 31) / 32 * 32;
  const Line line = lines.of_thread(place);
  const LineEnd end(lines, block, line);
  const NearLine<M> near(all_near, block, line, field);
  const bool far = end.exists && !near.exists;
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
    if (near.exists)
      near.keep(0, r.epoch, halo);
    else
      end.send(r.slots + r.epoch % 2 * lines.all() + end.in, lines.lines(), r.epoch, halo);
  }
  const int group = block * blockDim.x + t;
  const int first_source = r.sources.begin[group], end_sources = r.sources.begin[group + 1];
  const int end_receivers = r.receivers.begin[block + 1];
  const int first_receiver = r.receivers.begin[block] + blockDim.x - 1 - t;
  cluster_barrier();  // no word of any block is cleared any more

  for (int n = 0;; ++n) {
    const float *const p = field + n % 2 * tile.size();
    float *const next = field + (n + 1) % 2 * tile.size();
    const int step = r.step + n;
    const unsigned epoch = r.epoch + n;  // of the halo of p(n)

    if (computes) step_by_columns<M>(own, r, tile.pitch, p, next);
    for (int s = first_source; s < end_sources; ++s)
      next[r.sources.place[s]] += r.factors[r.sources.number[s]] *
                                  r.wavelets[std::size_t{1} * r.sources.number[s] * r.steps + step];
    float sums[M];
    if (end.exists) {
      float halo[M];
      const Word *const words = r.slots + epoch % 2 * lines.all();
      Word got[Lines::words(M)];
      if (far) end.look(words, lines.lines(), got);
      if (near.exists) near.receive(n, epoch, halo);
      if (far) end.receive(words, lines.lines(), epoch, got, halo);
      if (end.along_z)
        sum_beyond_edge<M>(r.taps_z, halo, sums);
      else
        sum_beyond_edge<M>(r.taps_x, halo, sums);
    }
    __syncthreads();  // p(n+1) is in all own cells but for what the halo adds

    const bool last = n + 1 == r.count;
    float values[M];
    const auto add_halo = [&] {
#pragma unroll
      for (int i = 0; i < M; ++i) values[i] = fmaf(factor[i], sums[i], values[i]);
    };
    if (end.exists && end.along_z) {
      load_along_z<M>(end, next, values);
      add_halo();
      store_along_z<M>(end, values, next);
    }
    __syncwarp();
    if (end.exists && !end.along_z) {
      end.load(next, values);
      add_halo();
      end.store(values, next);
    }
    __syncwarp();
    if (end.exists && !last) {
      if (end.along_z && end.crossed) load_along_z<M>(end, next, values);
      if (near.exists)
        near.send(n + 1, epoch + 1, values);
      else
        end.send(r.slots + (epoch + 1) % 2 * lines.all() + end.out, lines.lines(), epoch + 1,
                 values);
    }
    __syncthreads();  // p(n+1) is complete
    float *const sample = r.traces + std::size_t(step + 1) * r.receiver_count;
    for (int i = first_receiver; i < end_receivers; i += blockDim.x)
      sample[r.receivers.number[i]] = next[r.receivers.place[i]];
    if (last) break;
  }

  cluster_barrier();  // none ends before all have received
  if (computes) own.store(r, tile, begin_z, begin_x, field + r.count % 2 * tile.size());
}

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : case_(c), columns_(launch.knob[2][0]), kernel_(kernel_of(c.half_length)),
        tiling_(choose(c, launch)), threads_(threads_of(c.half_length, tiling_)),
        run_(
            c, Lines(tiling_, c.half_length), threads_, kernel_,
            [this](int z, int x) { return owner_in_tile(tiling_, columns_, z, x); }, 1,
            shared_bytes(tiling_, c.half_length, Device()), tiling_.cluster_z * tiling_.cluster_x) {
    refuse_if(launch.knob[0][0] && launch.knob[0][0] != threads_,
              "this tile takes " + std::to_string(threads_) + " threads: leave --threads out");
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) { run_.advance(case_, count); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {
        {{threads_}, {tiling_.z, tiling_.x}, {columns_}, {tiling_.cluster_z, tiling_.cluster_x}}};
  }

 private:
  const void *kernel_of(int m) const {
    void (*kernel)(TiledCase) = nullptr;
    with_half_length(m, [&](auto M) {
      kernel = columns_ == 4 ? advance_cluster_last<M, 4> : advance_cluster_last<M, 5>;
    });
    return reinterpret_cast<const void *>(kernel);
  }

  static int shared_bytes(const Tiling &t, int m, const Device &device) {
    return alone(NearLines(Lines(t, m)).bytes(), device);
  }

  int patches(const Tiling &t) const { return t.z / 4 * (t.x / columns_); }
  int threads_of(int m, const Tiling &t) const {
    return ceil_div(patches(t), 32) * 32 + ceil_div(Lines(t, m).threads(), 32) * 32;
  }

  Tiling choose(const ladder_wave &c, const ladder_launch &launch) const {
    refuse_if(c.ny > 1, "this stage does no volumes: take fused or graph");
    refuse_if(columns_ != 4 && columns_ != 5, "columns is 4 or 5");
    const int m = c.half_length, *asked = launch.knob[3];
    const Device device;
    const ClusterPlaces places(kernel_, most_threads, device, asked, most_of_some);
    Tiling best;
    double least = 0;
    for (int z = 1; z <= most_of_some; ++z)
      for (int x = 1; x * z <= most_of_some; ++x) {
        if (asked[0] && (asked[0] != z || asked[1] != x)) continue;
        const auto cost = [&](Tiling t) {
          t = whole_clusters(t, z, x);
          if (!places.places(t) || threads_of(m, t) > most_threads ||
              NearLines(Lines(t, m)).bytes() > device.shared_bytes)
            return -1.0;
          // With the lines of a block at a corner of its cluster: the slowest decides.
          const int far =
              (t.nz > z ? (z > 1 ? 1 : 2) * t.x : 0) + (t.nx > x ? (x > 1 ? 1 : 2) * t.z : 0);
          return clocks_of_step(ceil_div(patches(t), 32), m, columns_, t) + 4.0 * far;
        };
        const Tiling t =
            cheapest_tiling(c, device.processors, 4, columns_, 2 * m, launch.knob[1], cost);
        if (!t.z) continue;
        const double price = cost(t);
        if (price < 0 || (best.z && price >= least)) continue;
        best = whole_clusters(t, z, x), least = price;
      }
    return must_fit(c, best);
  }

  const ladder_wave &case_;
  const int columns_;
  const void *const kernel_;
  const Tiling tiling_;
  const int threads_;
  TiledRun<Lines> run_;
};

const ladder_knob knobs[] = {
    {"threads", "threads a block; its tile sets it", "advance_cluster_last", 1, {0}, {32}, {352}},
    {"tile", "cells of a block, z by x", nullptr, 2, {0, 0}, {1, 1}, {4096, 4096}},
    {"columns", "columns that a thread computes, 4 or 5", nullptr, 1, {4}, {4}, {5}},
    {"cluster", "tiles of a cluster, z by x", nullptr, 2, {0, 0}, {1, 1}, {16, 16}}};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME,
    .parent = "halo-last",
    .change =
        "lines within a cluster of blocks go from shared memory to shared memory; the second-level "
        "cache has those between clusters",
    .expectation =
        "1.05 us a step on an H100, 2.1 ms a run, 1.1 times faster than halo-last: the other lines "
        "are on their way for 1450 clocks instead of 1700",
    CUDA_KNOBS(knobs),
    LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
