// mpi-nccl: NCCL carries the halos from process to process.
// flags: -O3 -ftz=true
// needs: mpi nccl
//
// Changes: where the ranks of mpi-gpu copy halos to the host and send them by MPI, they go from
//   device to device by ncclSend and ncclRecv. MPI starts the ranks and gives all of them the
//   address of rank 0, and that is all of it in a step.
// Order: the ends of a slab and their messages follow each other in one stream; the inside is
//   computed meanwhile, in another, as in mpi-gpu.
// Longer than a slide: mpi-gpu's buffers and requests go.
// Why: between GPUs of one machine halos take the link between them, and between machines the
//   network's card fetches them from the device, where both can: at M = 4 and 1024^2 cells a plane
//   16.8 MB each way take 60 to 100 us instead of 4 ms. The host no longer waits in each step, it
//   launches ahead. Against it: NCCL's kernels need a multiprocessor or some.
// Expected: on two H200 of one machine at order 8 as nccl-overlap: 98 % of twice tma with 1024^3 a
//   GPU and 96 % at 1024^3 in all
// Launch: mpirun -n N; a GPU for each rank. Knobs as tma.
// Run: mpirun -n 2 ladder --case=two-layer-512 --stage=mpi-nccl
#include "cuda_stages/shared/nccl_ranks.cuh"
#include "cuda_stages/wave3d/rank_overlap.cuh"

namespace {

class Stage : public OverlappingRank {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch) : OverlappingRank(c, launch) {
    (void)communicator_of_ranks();
  }

  void advance(int count) {
    slab_.run.must_have_left(count);
    steps_of_ranks(count, {slab_.stream, urgent_}, [&](int) {
      make_ends();
      ends_stand();
      make_inside();
      if (slabs_.count() > 1) exchange();
      took_step();
    });
  }

 private:
  // The ends of p(n+1) go to the neighbours, and theirs come into the halos.
  void exchange() const {
    const int m = slab_.run.grid.m, first = slab_.planes.first(), last = slab_.planes.last();
    as_one_group([&] {
      swap_with(slabs_.below(), first, 0);
      swap_with(slabs_.above(), last - m, last);
    });
  }
  void swap_with(int neighbour, int own_plane, int their_plane) const {
    if (neighbour < 0) return;
    const Grid &g = slab_.run.grid;
    const std::size_t cells = std::size_t(g.plane) * g.m;
    const ncclComm_t ranks = communicator_of_ranks();
    float *const field = slab_.run.field(slab_.run.before());
    CHECK_NCCL(
        ncclSend(field + g.at(0, 0, own_plane), cells, ncclFloat, neighbour, ranks, urgent_));
    CHECK_NCCL(
        ncclRecv(field + g.at(0, 0, their_plane), cells, ncclFloat, neighbour, ranks, urgent_));
  }
};

const ladder_knob knobs[] = {RING_KNOBS("slab_step", 1), RANKS_KNOB};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "mpi-gpu",
                .change = "NCCL carries the halos from process to process", CUDA_KNOBS(knobs),
                RANK_LOOP_ENTRIES(Stage)};
