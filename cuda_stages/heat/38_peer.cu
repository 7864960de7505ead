// peer: several GPUs, each with a slab; kernels store halos straight into the neighbour's memory.
// flags: -O3 -ftz=true
//
// Changes: the field is cut along y into a slab a device. The plane at either end of a slab is
//   stored twice: at home and, over NVLink, in the neighbour's slab.
// Order: step n+1 of a slab follows step n of both neighbours, which wrote its outermost planes of
//   T(n+1) and have read what it will overwrite of theirs. Streams wait for events; the host
//   launches all steps ahead, one by one.
// Why: two GPUs have twice the memory and twice its speed. At 512^2 cells a plane 1 MB goes each
//   way in a step of 130 us, where the link has 370 GB/s: 3 us, in the shadow of the memory.
// Expected: at 512^3 on one GPU wide within 1 %; on two H200 92 % of twice that: 10 us of a step of
//   130 for events between the devices; at 128^3 slower than on one
// Launch: as wide, without a graph; `devices` parts, as many as there are GPUs unless given. More
//   parts than GPUs share them, which proves the exchange on a machine with one GPU.
// Work per point: 8 bytes if every value crosses once, 8 operations: 6 additions and 2 products.
//   Over the link 4 bytes a cell of each cut, each way and step.
// Run: ladder --case=heat-512 --stage=peer --devices=2
#include "cuda_stages/heat/peer_stage.cuh"

namespace {

template <int Lines>
__global__ void march_peer(Grid g, int planes, float factor, const float *__restrict__ now,
                           float *__restrict__ next, PeerHalos halos) {
  march_lines<Lines>(g, planes, factor, now, next, [&](const auto &own, const Piece &piece) {
    store_again(g, own, piece, halos.lowest, halos.below, next);
    store_again(g, own, piece, halos.highest, halos.above, next);
  });
}

inline PeerStage::Kernel kernel_of(int lines) {
  refuse_if(lines == 3, "lines is 1, 2 or 4");
  return lines == 1 ? march_peer<1> : lines == 2 ? march_peer<2> : march_peer<4>;
}

class Stage : public PeerStage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch) : PeerStage(c, launch, kernel_of) {}

  void advance(int count) {
    slabs().advance(count, [&](int part, std::int64_t n) {
      Slab &slab = slabs()[part];
      for (Slab *other : {slabs().below(part), slabs().above(part)})
        if (other && n > 0) CHECK(cudaStreamWaitEvent(slab.stream, other->done[(n + 1) % 2]));
      launch(part, slab.field.which());
      CHECK(cudaEventRecord(slab.done[n % 2], slab.stream));
    });
  }
};

const ladder_knob knobs[] = {PEER_KNOBS("march_peer")};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "wide",
                .change = "a slab a GPU; kernels store halos straight into the neighbour's memory",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
