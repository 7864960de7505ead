// palette: (v dt)^2 is a byte a cell, and a table of its values is in shared memory.
// flags: -O3 -ftz=true
//
// Changes: where the model has at most 256 values of (v dt)^2, as layers and salt bodies have, the
//   tile of (v dt)^2 in a slot is one of bytes, and a thread looks its four cells up in a table.
// Order: the ring of tma; the table is filled while the first planes are on their way.
// Why: at the speed of memory only fewer bytes are faster, and a layered model says little in its
//   4 bytes a cell. The bytes come with the ring: as ordinary loads a plane ahead they would cost
//   what they save. A slot is smaller by a quarter to a fifth, too. Against it: 4 more reads of
//   shared memory a thread and line, each of one bank or few in a layered model.
// Expected: at 512^3 on an H100 1.2, 1.18, 1.16 and 1.03 times as fast as tma at orders 2, 4, 8 and
//   16: 13 bytes a point instead of 16 are at most 1.23
// Launch: as tma, which is slower with two lines a thread (at order 16 800 us, not 744): tma's
//   default is --lines=1. A tile is a multiple of 16 cells along z, so that lines of bytes begin at
//   16 bytes. A model of more than 256 values is refused. Needs compute capability 9.0.
// Work per point: 13 bytes if every value crosses once (p(n), p(n-1), a byte in, p(n+1) out), 2
//   operations a tap and 6 more.
// Run: ladder --case=two-layer-512 --stage=palette --tile=64x32
#include "cuda_stages/wave3d/of_palette.cuh"
#include "cuda_stages/wave3d/ring_stage.cuh"

namespace {

using PaletteSlots = SlotsOf<true>;

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M, Lines)) void palette_step(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, PaletteSlots slots,
    int planes) {
  extern __shared__ __align__(128) float values[];  // the slots are behind them
  const int begin_z = blockIdx.x * slots.z, begin_x = blockIdx.y * slots.x;
  const Piece piece(s.g, planes, blockIdx.z);
  // Asks for all that comes with plane y.
  const auto fetch = [&](int y, int slot, float *shared, Barrier *full) {
    const int done = y - M;
    const bool comes = y < s.g.ny, makes = done >= piece.begin;
    full[slot].expect(int(sizeof(float)) * ((comes ? slots.tile_of_now() : 0) +
                                            (makes ? slots.tile() + slots.v2dt2() : 0)));
    float *const to = shared + slot * slots.size();
    if (comes) fetch_box(to, maps.now, begin_z - slots.frame_z, begin_x - M, y, full[slot]);
    if (makes) {
      fetch_box(to + slots.before_at(), maps.before, begin_z, begin_x, done, full[slot]);
      fetch_box(to + slots.v2dt2_at(), maps.v2dt2, begin_z / slots.in_a_word, begin_x, done,
                full[slot]);
    }
  };
  const auto meanwhile = [&] {
    s.record(s.now, s.n);
    for (int i = threadIdx.x; i < slots.values; i += blockDim.x) values[i] = s.v2dt2[i];
    __syncthreads();  // the table is filled
  };
  const auto v2dt2_of = [&](const float *tile, int place) {
    return look_up(values, reinterpret_cast<const uchar4 *>(tile)[place / 4]);
  };
  march<M, Lines>(
      s, slots, piece, [&] { return SourcesOnTheWay(s); }, fetch, meanwhile,
      [](float *cell, int, const Quad &made) { store_quad(cell, made); }, v2dt2_of);
}

struct Kernels {
  template <int M, int Lines>
  static RingKernelOf<PaletteSlots> of() {
    return palette_step<M, Lines>;
  }
};
using Stage = OfPalette<RingStage<Kernels, PaletteSlots>>;

const ladder_knob knobs[] = {RING_KNOBS("palette_step", 2)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "tma",
                .change = "(v dt)^2 is a byte a cell, and a table of its values is on the chip",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/34c_palette.counts.cuh"
