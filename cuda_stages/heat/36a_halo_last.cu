// halo-last: what needs no frame is computed while the sides travel.
// flags: -O3 -ftz=true
//
// Changes: a step is made from the tile's own cells first, as if no heat crossed its sides; the words are asked for in the
//   middle of that. What the frame contributes to the cells beside a side is added when all words have come.
// Why: until the words have come through the second-level cache is as long as all the arithmetic of a step. Of the
//   seven products of a cell at a side one needs the frame; only this one must wait. One barrier goes as well.
// Equation: T(n+1) = T(n) + factor (sum of the six neighbours - 6 T(n)); the outermost cells stay. It is a sum, so
//   a part of it may come last: T(n+1) += factor (T of the frame - T of the cell beside it), along z, then x,
//   then y.
// Order: a block sends the words of epoch e (messages.cuh) after its own cells of that epoch stand, and waits for
//   those of its six neighbours. It never waits for anything but an epoch that they send without waiting for
//   it in turn; all blocks are on the chip at once, as a cooperative launch guarantees; so, epoch by epoch,
//   every block gets on.
//   A slot is of epochs of one parity. The sender overwrites epoch e with e + 2 when it has read the
//   neighbour's e + 1, which that one sent behind a barrier that stands behind all its reads of e. Epochs
//   count on from launch to launch, and the reader waits for equality.
//   In a block: compute from the tile, receive into the frame | barrier | add what the frame contributes, show
//   the own cells | barrier | send.
// Layout: z fastest; tiles are equal, and where they reach beyond the grid all is zero and stays so.
// Launch: one block a multiprocessor. A thread keeps 4 cells along z by 2 x 4 lines (`lines` = 8) or 4 x 4 (16):
//   of the four neighbours of a line in x and y 1.5 or 1 are in shared memory. `tile` (z by x), `depth` (y)
//   and with them `threads` are chosen by what a step is expected to cost. 128^3 is 128 tiles of
//   32 x 32 x 16.
// Work per point: 8 bytes in the model of the other stages, here nothing but sides; 8 operations.
// Run: ladder --case=heat-128 --stage=halo-last --tile=32x32 --depth=16 --lines=8
#include "cuda_stages/heat/patch.cuh"

namespace {

// Whether cells beside this patch lie in the frame of the tile.
template <int X, int Y>
struct Edges {
  bool before, behind, left, right, below, above;
  __device__ Edges(const Tiling &t, const OwnPatch<X, Y> &p)
      : before(p.z == 0), behind(p.z == t.z - 4), left(p.x == 0), right(p.x == t.x - X),
        below(p.y == 0), above(p.y == t.y - Y) {}
};

// T(n+1) of one plane of the patch, from the tile's own cells: what lies in the frame
// counts as no warmer than the cell beside it.
template <bool Border, int X, int Y>
__device__ inline void compute_plane(int k, const OwnPatch<X, Y> &patch, const Edges<X, Y> &edges,
                                     const Tile &tile, const float *field, Quad next[X][Y]) {
#pragma unroll
  for (int i = 0; i < X; ++i) {
    const Quad &centre = patch.own[i][k];
    const float *const at = field + patch.place + i * tile.pitch + k * tile.plane;
    QuadNeighbours n;
    n.before = __shfl_up_sync(0xffffffff, centre.c[3], 1);
    n.behind = __shfl_down_sync(0xffffffff, centre.c[0], 1);
    if (patch.first_lane) n.before = edges.before ? centre.c[0] : at[-1];
    if (patch.last_lane) n.behind = edges.behind ? centre.c[3] : at[4];
    n.left = i > 0 ? patch.own[i - 1][k] : edges.left ? centre : load_quad(at - tile.pitch);
    n.right = i < X - 1 ? patch.own[i + 1][k] : edges.right ? centre : load_quad(at + tile.pitch);
    n.below = k > 0 ? patch.own[i][k - 1] : edges.below ? centre : load_quad(at - tile.plane);
    n.above = k < Y - 1 ? patch.own[i][k + 1] : edges.above ? centre : load_quad(at + tile.plane);
    next[i][k] = step_quad(patch.factors, centre, n);
    if (Border && !patch.changes(i, k)) next[i][k] = centre;
  }
}

// Adds what the frame contributes to the cells beside it.
template <bool Border, int X, int Y>
__device__ inline void add_frame(const OwnPatch<X, Y> &patch, const Edges<X, Y> &edges,
                                 const Tile &tile, const float *field, Quad next[X][Y]) {
  const Quad &f = patch.factors;
  const auto line = [&](int i, int k) {
    return field + patch.place + i * tile.pitch + k * tile.plane;
  };
  const auto stays = [&](int i, int k) { return Border && !patch.changes(i, k); };
  const auto add = [&](int i, int k, const float *from) {
    if (stays(i, k)) return;
    const Quad frame = load_quad(from);
#pragma unroll
    for (int j = 0; j < 4; ++j)
      next[i][k].c[j] = fmaf(f.c[j], frame.c[j] - patch.own[i][k].c[j], next[i][k].c[j]);
  };
  if (edges.before || edges.behind) {
#pragma unroll
    for (int k = 0; k < Y; ++k)
#pragma unroll
      for (int i = 0; i < X; ++i) {
        if (stays(i, k)) continue;
        float *const c = next[i][k].c;
        const float *const own = patch.own[i][k].c;
        if (edges.before) c[0] = fmaf(f.c[0], line(i, k)[-1] - own[0], c[0]);
        if (edges.behind) c[3] = fmaf(f.c[3], line(i, k)[4] - own[3], c[3]);
      }
  }
  if (edges.left)
#pragma unroll
    for (int k = 0; k < Y; ++k) add(0, k, line(0, k) - tile.pitch);
  if (edges.right)
#pragma unroll
    for (int k = 0; k < Y; ++k) add(X - 1, k, line(X - 1, k) + tile.pitch);
  if (edges.below)
#pragma unroll
    for (int i = 0; i < X; ++i) add(i, 0, line(i, 0) - tile.plane);
  if (edges.above)
#pragma unroll
    for (int i = 0; i < X; ++i) add(i, Y - 1, line(i, Y - 1) + tile.plane);
}

template <int X, int Y, int Threads, int Held>
__global__ __launch_bounds__(Threads) void advance_halo_last(const __grid_constant__ KeptCase r) {
  extern __shared__ float4 shared[];
  float *const field = reinterpret_cast<float *>(shared);  // [tile.size]
  const Exchange exchange(r.tiling);
  const Tile &tile = exchange.tile;
  const int block = blockIdx.x;
  const int begin_z = block % r.tiling.nz * r.tiling.z;
  const int begin_x = block / r.tiling.nz % r.tiling.nx * r.tiling.x;
  const int begin_y = block / r.tiling.nz / r.tiling.nx * r.tiling.y;

  load_tile(r, tile, begin_z, begin_x, begin_y, field);
  Halo<Held> halo(exchange, block);
  __syncthreads();
  OwnPatch<X, Y> patch(r, tile, begin_z, begin_x, begin_y, field);
  const Edges<X, Y> edges(r.tiling, patch);
  const bool inner = __all_sync(0xffffffff, patch.changing == patch.all_lines);

  // The frame of T(n) is in shared memory at the start, and comes as words of epoch + n afterwards.
  for (int n = 0;; ++n) {
    const unsigned epoch = r.epoch + n;
    Word *const slots = r.slots + epoch % 2 * exchange.all();  // of this parity
    Quad next[X][Y];
#pragma unroll
    for (int k = 0; k < Y; ++k) {
      if (k == Y / 2 && n > 0) halo.look(slots);
      if (inner)
        compute_plane<false>(k, patch, edges, tile, field, next);
      else
        compute_plane<true>(k, patch, edges, tile, field, next);
    }
    if (n > 0) halo.receive(slots, field, epoch);
    __syncthreads();  // the frame stands, and all have read T(n)
    if (inner)
      add_frame<false>(patch, edges, tile, field, next);
    else
      add_frame<true>(patch, edges, tile, field, next);
#pragma unroll
    for (int k = 0; k < Y; ++k)
#pragma unroll
      for (int i = 0; i < X; ++i) patch.own[i][k] = next[i][k];
    if (n + 1 == r.count) break;
    patch.show(tile, field);
    __syncthreads();  // T(n+1) stands in all own cells
    halo.send(r.slots + (epoch + 1) % 2 * exchange.all(), field, epoch + 1);
  }
  patch.store(r);
}

constexpr Patch narrow = {.x = 2, .y = 4, .most_threads = 512, .held = 3};
constexpr Patch broad = {.x = 4, .y = 4, .most_threads = 256, .held = 6};

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : lines_(launch.knob[3][0]), patch_(lines_ == 16 ? broad : narrow),
        tiling_(choose_tiling(Grid(c), patch_, launch.knob[1][0], launch.knob[1][1],
                              launch.knob[2][0])),
        threads_(threads_of(tiling_, patch_)), run_(c, tiling_, threads_, kernel()) {
    refuse_if(lines_ != 8 && lines_ != 16, "lines is 8 or 16");
    refuse_if(launch.knob[0][0] && launch.knob[0][0] != threads_,
              "this tile takes " + std::to_string(threads_) + " threads: leave --threads out");
  }

  void upload(const float *now) { run_.upload(now); }
  void advance(int count) { run_.advance(count); }
  void download(float *now) { run_.download(now); }

  ladder_launch used() const {
    return {{{threads_}, {tiling_.z, tiling_.x}, {tiling_.y}, {lines_}}};
  }

 private:
  KeptKernel kernel() const {
    return lines_ == 16 ? advance_halo_last<broad.x, broad.y, broad.most_threads, broad.held>
                        : advance_halo_last<narrow.x, narrow.y, narrow.most_threads, narrow.held>;
  }

  const int lines_;
  const Patch patch_;
  const Tiling tiling_;
  const int threads_;
  KeptRun run_;
};

const ladder_knob knobs[] = {
    {"threads", "threads a block; its tile sets it", "advance_halo_last", 1, {0}, {32}, {512}},
    {"tile", "cells of a block, z by x", nullptr, 2, {0, 0}, {4, 2}, {4096, 4096}},
    {"depth", "cells of a block along y", nullptr, 1, {0}, {4}, {4096}},
    {"lines", "lines of 4 cells a thread, 8 or 16", nullptr, 1, {8}, {8}, {16}}};

}  // namespace

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "heat",
                .name = LADDER_STAGE_NAME,
                .parent = "persistent",
                .change =
                    "a step is made from the tile's own cells while the sides travel; the frame's "
                    "part is added last",
                .expectation =
                    "1.5 us a step of 128^3 cells on an H100, 1400 Gpoint/s, 1.5 times faster than "
                    "persistent: the flight of the words hides behind 0.95 us of arithmetic; 0.5 "
                    "us of adding, sending and two barriers stay",
                .device = LADDER_ON_CUDA,
                .knobs = 4,
                .knob = knobs,
                LOOP_ENTRIES(Stage)};
