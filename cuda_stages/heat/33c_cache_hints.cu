// cache-hints: what will be read again stays in the second-level cache.
// flags: -O3 -ftz=true
//
// Changes: copies of tiles ask the second-level cache to evict their lines last, stores to evict
//   theirs first; and every second step marches down instead of up.
// Order: as tma; the direction follows from which of the two buffers holds T(n).
// Why: a cell is written once and read next in the step that follows, 537 MB later; a side of a
//   tile is read again soon, by the next block. Left to itself the cache gives both the same
//   time to live. And what was written last is still there when the step ends: a step that begins
//   where the one before ended finds it.
// Expected: at 512^3 96 % of the copy speed of an H100: of the 7 % that broad fetches from memory
//   twice nearly all come from the cache, and 20 MB of each step from the one before; no change
//   where the cache holds both fields
// Launch: as broad. Needs compute capability 9.0.
// Run: ladder --case=heat-512 --stage=cache-hints --block=64x16 --ring=4
#include "cuda_stages/heat/broad.cuh"

namespace {

struct Wishes {
  static constexpr bool turns = true;

  static __device__ void fetch(float *to, const CUtensorMap &map, const int (&begin)[3],
                               Arrival &arrival) {
#if __CUDA_ARCH__ >= 900
    std::uint64_t evict_last;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(evict_last));
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".L2::cache_hint [%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(
            static_cast<unsigned>(__cvta_generic_to_shared(to))),
        "l"(&map), "r"(begin[0]), "r"(begin[1]), "r"(begin[2]),
        "r"(static_cast<unsigned>(__cvta_generic_to_shared(&arrival.barrier))), "l"(evict_last)
        : "memory");
#endif
  }

  // Evicted first.
  static __device__ void store(float *to, const Quad &q) {
    __stcs(reinterpret_cast<float4 *>(to), make_float4(q.c[0], q.c[1], q.c[2], q.c[3]));
  }
};

using Stage = BroadStage<Wishes>;

}  // namespace

LADDER_STAGE = {
    LADDER_HEAT_FRAME, .parent = "broad",
    .change =
        "tiles stay in the second-level cache, results leave it first, every second step "
        "marches down",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/33c_cache_hints.counts.cuh"
