// l2-aware: the second-level cache gets hints about data that is used once.
// flags: -O3 -ftz=true
//
// Changes: p(n-1), (v dt)^2 and p(n+1) are marked as the first that the cache may give up; p(n) is
//   not.
// Order: the ring of tma.
// Why: the frames of tma's tiles are 0.9 of p(n) at M = 8, and when a neighbour comes too late for
//   what another block has loaded, memory delivers it again: 16 % more bytes at 512^3 with a ring
//   of 7. Three quarters of what goes through the cache is never used again within the step;
//   without it p(n) could stay four times as long.
// Expected: at 512^3 on an H100 1 % faster than tma, at 1024^3 3 %: fewer frames come from memory
//   twice
// Launch: `tile` is the cells of a block, z by x; a thread has 4 along z on `lines` lines. `ring`
//   slots, 4, or 6 at M = 1, unless given; `planes` of a piece along y, chosen unless given. Needs
//   compute capability 9.0.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2
//   operations a tap and 6 more.
// Run: ladder --case=two-layer-512 --stage=l2-aware --tile=64x32
#include "cuda_stages/wave3d/ring_stage.cuh"

namespace {

// What is used once in a step: the cache may give it up first.
struct UsedOnce {
#if __CUDA_ARCH__ >= 900
  std::uint64_t policy;
  __device__ UsedOnce() {
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  }
#endif
  // One thread; as fetch_box.
  __device__ void fetch(float *to, const CUtensorMap &map, int z, int x, int y,
                        Barrier &barrier) const {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_"
        "hint "
        "[%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(std::uint32_t(__cvta_generic_to_shared(to))),
        "l"(&map), "r"(z), "r"(x), "r"(y),
        "r"(std::uint32_t(__cvta_generic_to_shared(&barrier.barrier))), "l"(policy)
        : "memory");
#endif
  }
  __device__ void store(float *to, const Quad &q) const {
#if __CUDA_ARCH__ >= 900
    asm volatile("st.global.L2::cache_hint.v4.f32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(to),
                 "f"(q.c[0]), "f"(q.c[1]), "f"(q.c[2]), "f"(q.c[3]), "l"(policy)
                 : "memory");
#endif
  }
};

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M, Lines)) void l2_aware_step(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, Slots slots, int planes) {
  const int begin_z = blockIdx.x * slots.z, begin_x = blockIdx.y * slots.x;
  const Piece piece(s.g, planes, blockIdx.z);
  const UsedOnce once;
  // Asks for all that comes with plane y.
  const auto fetch = [&](int y, int slot, float *shared, Barrier *full) {
    const int done = y - M;
    const bool comes = y < s.g.ny, makes = done >= piece.begin;
    full[slot].expect(int(sizeof(float)) *
                      ((comes ? slots.tile_of_now() : 0) + (makes ? 2 * slots.tile() : 0)));
    float *const to = shared + slot * slots.size();
    if (comes) fetch_box(to, maps.now, begin_z - slots.frame_z, begin_x - M, y, full[slot]);
    if (makes) {
      once.fetch(to + slots.before_at(), maps.before, begin_z, begin_x, done, full[slot]);
      once.fetch(to + slots.v2dt2_at(), maps.v2dt2, begin_z, begin_x, done, full[slot]);
    }
  };
  march<M, Lines>(
      s, slots, piece, [&] { return SourcesOnTheWay(s); }, fetch, [&] { s.record(s.now, s.n); },
      [&](float *cell, int, const Quad &made) { once.store(cell, made); });
}

struct Kernels {
  template <int M, int Lines>
  static RingKernel of() {
    return l2_aware_step<M, Lines>;
  }
};
using Stage = RingStage<Kernels>;

const ladder_knob knobs[] = {RING_KNOBS("l2_aware_step", 1)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "tma",
                .change = "hints to the second-level cache say what is used once",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/34a_l2_aware.counts.cuh"
