// cluster-last: sides travel within a cluster of blocks, past the second-level cache.
// flags: -O3 -ftz=true
//
// Changes: blocks of neighbouring tiles are a thread block cluster. A side that touches a tile of the
//   same cluster goes straight into the shared memory of that block, where a barrier counts its
//   bytes; only sides between clusters go as words through the second-level cache.
// Order: words and epochs as in halo-last. What is beyond the sides is in two copies, for steps of
//   either parity: a side of T(n+2) overwrites that of T(n), which the block had added before it
//   sent its own of T(n+1); and T(n+2) is sent when all near sides of T(n+1) have come. Nobody sends
//   before all blocks of the cluster have made their barriers, and none ends before all have
//   received.
// Longer than a slide: sides within a cluster have barriers, places and a launch of their own.
// Why: a step of halo-last moves 2.8 MB into the second-level cache and out of it again, all at once:
//   1400 clocks of 4500 at its full speed. In clusters of 8 tiles half of it stays outside, and is
//   neither polled for nor unpacked.
// Expected: 1.75 us a step of 128^3 cells on an H100, 1200 Gpoint/s, 1.3 times faster than halo-last:
//   2650 clocks of arithmetic hide the flight of the other half, and 800 of adding, sending and two
//   barriers stay
// Launch: one block a multiprocessor. `tile`, `depth` and `lines` as in halo-last. `cluster` is the
//   most tiles of a cluster; the stage takes the shape that leaves the fewest words to the
//   second-level cache. Cooperative as well, so all clusters are on the chip.
// Run: ladder --case=heat-128 --stage=cluster-last --cluster=8 --lines=8
#include "cuda_stages/heat/kept_stage.cuh"
#include "cuda_stages/heat/near_sides.cuh"

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
__global__ __launch_bounds__(Threads) void advance_cluster_last(
    const __grid_constant__ KeptCase r) {
  extern __shared__ float4 shared[];
  float *const field = reinterpret_cast<float *>(shared);  // [tile.size_apart()], and TwiceBeyond
  const Exchange exchange(KnownSides::of(r.tiling), true);
  const ClusterPlace place(exchange.tiling, r.cluster, blockIdx.x);
  const Origin begin(exchange.tiling, place.tile);

  load_tile(r, exchange, begin, field);
  const TwiceBeyond twice(exchange.tile);
  for (int i = threadIdx.x; i < twice.size; i += blockDim.x)
    field[twice.barriers - twice.size + i] = 0.0f;  // nothing comes from beyond the grid
  FarSides<Held> far(exchange, place);
  const NearSides<Held> near(exchange, place, field);
  __syncthreads();
  OwnPatch<X, Y> patch(r, exchange, begin, field);
  const bool inner = __all_sync(0xffffffff, patch.changing == patch.all_lines);
  cluster_barrier();  // the barriers are ready in all blocks

  // What is beyond the sides of T(n) is in shared memory at the start, and comes with epoch + n
  // afterwards.
  for (int n = 0;; ++n) {
    const unsigned epoch = r.epoch + n;
    Word *const slots = r.slots + epoch % 2 * exchange.all();  // of this parity
    float *const beyond = field + near.beyond(n);
    Quad next[X][Y];
    patch.forget_masks();
    if (n > 0) near.expect(n);
#pragma unroll
    for (int k = 0; k < Y; ++k) {
      if (k == Y / 2 && n > 0) far.look(slots);
      if (inner)
        compute_plane<false>(k, patch, exchange.tile, field, next);
      else
        compute_plane<true>(k, patch, exchange.tile, field, next);
    }
    if (n > 0) far.receive(slots, beyond, epoch);
    if (n > 0) near.receive(n);
    __syncthreads();  // all have read T(n), and what is beyond the sides has come
    if (inner)
      add_sides<false>(patch, exchange, beyond, next);
    else
      add_sides<true>(patch, exchange, beyond, next);
#pragma unroll
    for (int k = 0; k < Y; ++k)
#pragma unroll
      for (int i = 0; i < X; ++i) patch.own[i][k] = next[i][k];
    if (n + 1 == r.count) break;
    patch.show(exchange, field);
    __syncthreads();  // T(n+1) is in all own cells
    far.send(r.slots + (epoch + 1) % 2 * exchange.all(), field, epoch + 1);
    near.send(field, n + 1);
  }
  cluster_barrier();  // none ends before all have received
  patch.store(r);
}

constexpr int few = 2, many = 3;  // words and quads of a thread with 8 and with 16 lines

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : lines_(launch.knob[3][0]), patch_(lines_ == 16 ? broad : narrow),
        choice_(choose(Grid(c), launch)),
        run_(c, choice_.tiling, choice_.threads, kernel(),
             TwiceBeyond(Tile(choice_.tiling)).bytes(), choice_.cluster) {
    refuse_if(lines_ != 8 && lines_ != 16, "lines is 8 or 16");
    refuse_if(
        launch.knob[0][0] && launch.knob[0][0] != choice_.threads,
        "this tile takes " + std::to_string(choice_.threads) + " threads: leave --threads out");
  }

  void upload(const float *now) { run_.upload(now); }
  void advance(int count) { run_.advance(count); }
  void download(float *now) { run_.download(now); }

  ladder_launch used() const {
    const Tiling &t = choice_.tiling;
    return {{{choice_.threads}, {t.z, t.x}, {t.y}, {lines_}, {choice_.cluster.tiles()}}};
  }

 private:
  KeptKernel kernel() const {
    using Known = Sides<32, 32, 16>;  // of 128^3 cells
    return Known::are(choice_.tiling) ? kernel<Known>() : kernel<Sides<0, 0, 0>>();
  }
  template <typename KnownSides>
  KeptKernel kernel() const {
    constexpr Patch n = narrow, b = broad;
    return lines_ == 16 ? advance_cluster_last<b.x, b.y, b.most_threads, many, KnownSides>
                        : advance_cluster_last<n.x, n.y, n.most_threads, few, KnownSides>;
  }
  ClusterChoice choose(const Grid &g, const ladder_launch &launch) const {
    const Tiling t =
        choose_tiling(g, patch_, launch.knob[1][0], launch.knob[1][1], launch.knob[2][0]);
    const auto any = reinterpret_cast<const void *>(kernel<Sides<0, 0, 0>>());
    return choose_clusters(t, patch_, lines_ == 16 ? many : few, launch.knob[4][0], any);
  }

  const int lines_;
  const Patch patch_;
  const ClusterChoice choice_;
  KeptRun run_;
};

const ladder_knob knobs[] = {
    {"threads", "threads a block; its tile sets it", "advance_cluster_last", 1, {0}, {32}, {512}},
    {"tile", "cells of a block, z by x", nullptr, 2, {0, 0}, {4, 2}, {4096, 4096}},
    {"depth", "cells of a block along y", nullptr, 1, {0}, {4}, {4096}},
    {"lines", "lines of 4 cells a thread, 8 or 16", nullptr, 1, {8}, {8}, {16}},
    {"cluster", "tiles of a cluster, at most", nullptr, 1, {8}, {1}, {16}}};

}  // namespace

LADDER_STAGE = {
    LADDER_HEAT_FRAME,
    .parent = "halo-last",
    .change =
        "sides within a cluster of blocks go from shared memory to shared memory; the "
        "second-level cache has those between clusters",
    .expectation =
        "1.75 us a step of 128^3 cells on an H100, 1200 Gpoint/s, 1.3 times faster than "
        "halo-last: 2650 clocks of arithmetic hide the flight of the other half, and 800 "
        "of adding, sending and two barriers stay",
    CUDA_KNOBS(knobs),
    LOOP_ENTRIES(Stage)};
