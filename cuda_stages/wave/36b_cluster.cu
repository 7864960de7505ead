// cluster: blocks of a cluster hand each other their halos from shared memory to shared memory.
// flags: -O3 -ftz=true
//
// Changes: blocks of neighbouring tiles are a thread block cluster, and write what another of them
//   needs into the halo in its shared memory. To others words travel through the cache as before.
// Order: words and epochs as in persistent. Within a cluster a barrier of the receiver counts
//   bytes: one barrier a buffer, a round every second step. The halo that a block overwrites with
//   p(n+1) held p(n-1); whose it is has read that before it sent p(n), which has come here. Nobody
//   sends before all blocks of the cluster have made their barriers, and none ends before all have
//   received.
// Longer than a slide: halos within a cluster have barriers and a launch of their own.
// Why: the way between multiprocessors of a cluster is shorter than the one through that cache, and
//   at its end nobody polls or unpacks. But clusters lie in one part of the chip, of 16 or 18
//   multiprocessors, so some stay idle; and a block waits for its slowest neighbour all the same.
// Expected: within 5 % of persistent: along x halos still travel through the second-level cache,
//   and the last to come decides; a third fewer words go there
// Launch: one block a multiprocessor; `tile` and `threads` are chosen by what a step is expected to
//   cost. `cluster` is the tiles of a cluster, z by x, at most 8; by itself the stage takes a
//   column of tiles, or an equal part of one. Cooperative as well, so all clusters are on the chip.
//   No volumes.
// Run: ladder --stage=cluster --cluster=4x1 --tile=80x28
#include "cuda_stages/wave/cluster.cuh"
#include "cuda_stages/wave/own_cells.cuh"

namespace {

constexpr int most_threads = 384;
// The most words that a thread sends, and quads within the cluster.
__host__ __device__ constexpr int words_held(int m) { return m <= 8 ? 2 : 4; }

template <int M, int C>
__global__ __launch_bounds__(most_threads) void advance_cluster(
    const __grid_constant__ TiledCase r) {
  extern __shared__ float4 shared[];
  float *const field = reinterpret_cast<float *>(shared);  // [2][tile.size()]
  Exchange exchange(r.tiling, M, 0);
  const Tile &tile = exchange.tile;
  const int t = threadIdx.x, block = tile_of(r.tiling, blockIdx.x);
  const int begin_z = block % r.tiling.nz * r.tiling.z;
  const int begin_x = block / r.tiling.nz * r.tiling.x;

  // The start: p(n) with its halo, whatever belongs to this thread, and its words.
  load_field(r, exchange, begin_z, begin_x, field);
  const int quads = r.tiling.z / 4;
  const bool computes = t < quads * (r.tiling.x / C);
  const Cells cells = computes ? Cells{0, r.tiling.z, 0, r.tiling.x} : Cells{};
  RegisterTile<C> own(r, tile, begin_z, begin_x, 4 * (t % quads), C * (t / quads), cells);
  const ClusterHalo<words_held(M)> inside(exchange, block, field);
  exchange.without = inside.near;
  const Halo<words_held(M)> halo(exchange, block);
  const OwnReceivers receivers(r, block);
  const OwnSources sources(r, block);
  cluster_barrier();

  for (int n = 0;; ++n) {
    const float *const p = field + n % 2 * tile.size();
    float *const next = field + (n + 1) % 2 * tile.size();
    const int step = r.step + n;
    const float pulse = sources.fetch(r, step);

    if (computes) own.template step<M>(r, tile.pitch, p, next);
    sources.inject(r, step, pulse, next);
    __syncthreads();  // p(n+1) is in all own cells

    const bool last = n + 1 == r.count;
    const unsigned epoch = r.epoch + n + 1;
    Word *const slots = r.slots + epoch % 2 * exchange.all();  // of this parity
    if (!last) {
      halo.send(slots, next, epoch);
      inside.send(field, (n + 1) % 2);
    }
    receivers.record(r, step + 1, next);
    if (last) break;
    halo.receive(slots, next, epoch);
    inside.receive((n + 1) % 2, n / 2);
    __syncthreads();  // and in the halo
  }

  cluster_barrier();
  if (computes) own.store(r, tile, begin_z, begin_x, field + r.count % 2 * tile.size());
}

enum { knob_threads, knob_tile, knob_columns, knob_cluster };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : case_(c), columns_(launch.knob[knob_columns][0]), kernel_(kernel_of(c.half_length)),
        tiling_(must_fit(
            c, choose(c, launch, Device(), ClusterPlaces(kernel_, most_threads, Device())))),
        threads_(threads_of(c.half_length, columns_, tiling_)),
        run_(
            c, Exchange(tiling_, c.half_length, 0), threads_, kernel_,
            [this](int z, int x) { return owner_in_tile(tiling_, columns_, z, x); }, 1,
            shared_bytes(tiling_, c.half_length, Device()), tiling_.cluster_z * tiling_.cluster_x) {
    refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads_,
              "this tile takes " + std::to_string(threads_) + " threads: leave --threads out");
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) { run_.advance(case_, count); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {
        {{threads_}, {tiling_.z, tiling_.x}, {columns_}, {tiling_.cluster_z, tiling_.cluster_x}}};
  }

  static int shared_bytes(const Tiling &t, int m, const Device &device) {
    return alone(Exchange(t, m, 0).bytes() + 2 * int(sizeof(Arrivals)), device);
  }

  // One for each register tile, but enough for the words and quads.
  static int threads_of(int m, int columns, const Tiling &t) {
    const int computing = t.z / 4 * (t.x / columns);
    const int quads = 2 * (ceil_div(m, 4) * t.x + t.z / 4 * m);
    const int sending = ceil_div(std::max(Exchange(t, m, 0).words(), quads), words_held(m));
    return ceil_div(std::max(computing, sending), 32) * 32;
  }

  // Of a block at the edge of its cluster: the slowest decides.
  static int words(const Tiling &t, int m) {
    const Exchange exchange(t, m, 0);
    return (t.nz > t.cluster_z ? 2 * exchange.words_of(0) : 0) +
           (t.nx > t.cluster_x ? 2 * exchange.words_of(2) : 0);
  }

  // Of no tiles if none fits.
  static Tiling choose(const ladder_wave &c, const ladder_launch &launch, const Device &device,
                       const ClusterPlaces &places) {
    const int columns = launch.knob[knob_columns][0], *asked = launch.knob[knob_cluster];
    refuse_if(c.ny > 1, "this stage does no volumes: take fused or graph");
    refuse_if(columns != 2 && columns != 4, "columns is 2 or 4");
    refuse_if(asked[0] * asked[1] > most_cluster,
              "a cluster of " + std::to_string(asked[0]) + " x " + std::to_string(asked[1]) +
                  " blocks is too large: at most " + std::to_string(most_cluster));
    const int m = c.half_length;
    const auto cost = [&](const Tiling &tiles) {
      const Tiling t = in_clusters(tiles, asked);
      if (!places.hold(t) || threads_of(m, columns, t) > most_threads ||
          shared_bytes(t, m, device) > device.shared_bytes)
        return -1.0;
      return clocks_of_step(ceil_div(t.z / 4 * (t.x / columns), 32), m, columns, t) + words(t, m);
    };
    return in_clusters(
        cheapest_tiling(c, device.processors, 4, columns, m, launch.knob[knob_tile], cost), asked);
  }

 private:
  const void *kernel_of(int m) const {
    void (*kernel)(TiledCase) = nullptr;
    with_half_length(
        m, [&](auto M) { kernel = columns_ == 4 ? advance_cluster<M, 4> : advance_cluster<M, 2>; });
    return reinterpret_cast<const void *>(kernel);
  }

  const ladder_wave &case_;
  const int columns_;
  const void *const kernel_;
  const Tiling tiling_;
  const int threads_;
  TiledRun<Exchange> run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(threads, "threads a block; its tile sets it", "advance_cluster", 1, {0}, {32},
                {384}),
    LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {0, 0}, {1, 1}, {4096, 4096}),
    LADDER_KNOB(columns, "columns that a thread computes, 2 or 4", nullptr, 1, {4}, {2}, {4}),
    LADDER_KNOB(cluster, "tiles of a cluster, z by x", nullptr, 2, {0, 0}, {1, 1}, {8, 8})};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "persistent",
    .change = "blocks of a cluster write halos straight into each other's shared memory",
    CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};

#include "cuda_stages/wave/36b_cluster.counts.cuh"
