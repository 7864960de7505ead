// tma: planes come into shared memory as bulk tensor copies, several ahead, and no barrier of the
// block is left.
// flags: -O3 -ftz=true
//
// Changes: one thread asks the tensor memory accelerator of Hopper for a tile of p(n) with its
//   frame and for the tiles of p(n-1) and (v dt)^2; `ring` such sets are in shared memory. All
//   other threads of `wide` only compute.
// Order: slot k of the ring takes plane k of p(n) and, of the plane which that one completes,
//   p(n-1) and (v dt)^2. Its barrier `full` counts their bytes; `empty` the warps that are done
//   with them. The round of a slot follows from its parity. The thread that asks computes too: a
//   warp of its own would take registers from the others, as each quarter of a multiprocessor has
//   its own.
// Longer than a slide: wide's kernel goes; the march through the ring is in ring_march.cuh, since
//   its children march alike.
// Why: what is on its way needs no registers and no instructions, so there is more of it: 90 kB a
//   multiprocessor, where 3 TB/s need 16. A warp waits for data alone, and may be planes ahead of
//   another one. Beyond the grid the accelerator fills in zeros. Against it: one block a
//   multiprocessor.
// Expected: at 512^3 on an H100 97, 95, 92 and 85 % of the copy speed at orders 2, 4, 8 and 16: at
//   order 16 a plane of a block takes 1450 ns of memory, 620 ns of issuing and 980 ns of shared
//   memory, which overlap
// Launch: `tile` is the cells of a block, z by x; a thread has 4 along z on `lines` lines. `ring`
//   slots, 4, or 6 at M = 1, unless given; `planes` of a piece along y, chosen unless given. Needs
//   compute capability 9.0.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2
//   operations a tap and 6 more. Shared memory at M = 8: 84 bytes a point with one line a
//   thread, 52 with two.
// Run: ladder --case=two-layer-512 --stage=tma --tile=64x32
#include "cuda_stages/wave3d/ring_stage.cuh"

namespace {

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M, Lines)) void tma_step(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, Slots slots, int planes) {
  const int begin_z = blockIdx.x * slots.z, begin_x = blockIdx.y * slots.x;
  const Piece piece(s.g, planes, blockIdx.z);
  // Asks for all that comes with plane y.
  const auto fetch = [&](int y, int slot, float *shared, Barrier *full) {
    const int done = y - M;
    const bool comes = y < s.g.ny, makes = done >= piece.begin;
    full[slot].expect(int(sizeof(float)) *
                      ((comes ? slots.tile_of_now() : 0) + (makes ? 2 * slots.tile() : 0)));
    float *const to = shared + slot * slots.size();
    if (comes) fetch_box(to, maps.now, begin_z - slots.frame_z, begin_x - M, y, full[slot]);
    if (makes) {
      fetch_box(to + slots.before_at(), maps.before, begin_z, begin_x, done, full[slot]);
      fetch_box(to + slots.v2dt2_at(), maps.v2dt2, begin_z, begin_x, done, full[slot]);
    }
  };
  march<M, Lines>(
      s, slots, piece, [&] { return SourcesOnTheWay(s); }, fetch, [&] { s.record(s.now, s.n); },
      [](float *cell, int, const Quad &made) { store_quad(cell, made); });
}

struct Kernels {
  template <int M, int Lines>
  static RingKernel of() {
    return tma_step<M, Lines>;
  }
};
using Stage = RingStage<Kernels>;

const ladder_knob knobs[] = {RING_KNOBS("tma_step", 1)};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "wide",
    .change = "planes come as bulk tensor copies, several ahead; no barrier of the block",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/34_tma.counts.cuh"
