// broad: one block a multiprocessor, with as broad a tile as its shared memory holds.
// flags: -O3 -ftz=true
//
// Changes: a block has 1024 threads and a tile of 256 x 16 cells, four planes of which are in
//   shared memory. The cells before and behind the tile come as boxes of their own, so that lines
//   in shared memory have no gaps.
// Order: as tma: when the whole block is done with plane k - 1, its slot takes plane k - 1 + ring.
// Longer than a slide: tma's kernel goes; the new one is in broad.cuh, since cache-hints launches
//   it too.
// Why: a tile of 128 x 8 cells reads 1.33 times its cells. What its neighbours read too should come
//   from the second-level cache, but blocks drift apart: of 537 MB of a field of 512^3 cells tma
//   fetched 646 from memory (counters; NOTES.md). A tile of 256 x 16 reads 1.16 times its cells.
//   And 128 blocks are at work at once on 132 multiprocessors, from the first plane to the last:
//   none waits for a place.
// Expected: at 512^3 92 % of the copy speed of an H100, 1.07 times tma: 1.16 instead of 1.33 times
//   the cells are read; no help at 128^3, where half of a tile is beyond the field
// Launch: `block` is the threads along z and x, each with 4 cells along z on `lines` lines; `ring`
//   the planes of a block; `planes` of a piece along y, chosen to fill the device unless it is
//   given; `steps` of a graph. Needs compute capability 9.0. On fields narrower than 256 cells many
//   threads have nothing to do. Not tma's --block=32x8: the broader tile is the change.
// Run: ladder --case=heat-512 --stage=broad --block=64x16 --ring=4
#include "cuda_stages/heat/broad.cuh"

namespace {

struct NoWishes {
  static constexpr bool turns = false;
  static __device__ void fetch(float *to, const CUtensorMap &map, const int (&begin)[3],
                               Arrival &arrival) {
    fetch_box(to, map, begin, arrival);
  }
  static __device__ void store(float *to, const Quad &quad) { store_quad(to, quad); }
};

using Stage = BroadStage<NoWishes>;

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "tma",
                .change = "one block a multiprocessor, with a tile of 256 x 16 cells",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/33b_broad.counts.cuh"
