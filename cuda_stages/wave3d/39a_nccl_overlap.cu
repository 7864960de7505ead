// nccl-overlap: the ends of a slab come first, and travel while the inside is computed.
// flags: -O3 -ftz=true
// needs: nccl
//
// Changes: a step of nccl is two launches. The M planes at each end that a neighbour needs are made
//   first, in a stream of higher priority, and sent from there; the planes between them meanwhile,
//   in another stream.
// Order: ends of step n+1 follow the messages of step n, by the order of their stream, and the
//   inside of step n, by an event; the inside of step n+1 follows the ends of step n, whose planes
//   it reads, not their messages.
// Why: 60 to 100 us of messages vanish behind 4.5 ms of computing. Against it: a short launch takes
//   in M planes on either side of the M that it makes, and NCCL's kernels need a multiprocessor or
//   some.
// Expected: on two H200 at order 8 98 % of twice tma with 1024^3 a GPU and 96 % at 1024^3 in all:
//   the messages are hidden; two short launches a step and the multiprocessors that NCCL takes stay
// Launch: as tma; `devices`, as many as there are GPUs unless given.
// Run: ladder --case=two-layer-512 --stage=nccl-overlap --devices=2
#include "cuda_stages/shared/several_devices.cuh"
#include "cuda_stages/wave3d/slab_sends.cuh"

namespace {

class Stage : public NcclStage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : NcclStage(c, launch, 2 * c.half_length) {
    for (int part = 0; part < slabs_.count(); ++part)
      urgent_.push_back(std::make_unique<UrgentStream>(slabs_[part].device));
  }

  void advance(int count) {
    slabs_.advance(
        count,
        [&](int part, std::int64_t n) {
          Slab &slab = slabs_[part];
          const int m = slab.run.grid.m, first = slab.planes.first(), last = slab.planes.last();
          const int inside = slabs_.below(part) ? first + m : first,
                    inside_end = slabs_.above(part) ? last - m : last;
          const UrgentStream &urgent = *urgent_[part];
          // Launched first, so that it also begins first: the inside takes all that is free.
          if (n > 0) CHECK(cudaStreamWaitEvent(slab.stream, urgent.made()));
          if (slabs_.count() > 1) {
            if (n > 0) CHECK(cudaStreamWaitEvent(urgent, slab.done[(n + 1) % 2]));
            launch(slab, {{first, inside}, {inside_end, last}, m}, urgent);
            CHECK(cudaEventRecord(urgent.made(), urgent));
          }
          launch(slab, {{inside, inside_end}, {}, planes_}, slab.stream);
          CHECK(cudaEventRecord(slab.done[n % 2], slab.stream));
        },
        [&](std::int64_t) {
          send_halos(slabs_, [&](int part) -> cudaStream_t { return *urgent_[part]; });
        });
  }

 private:
  std::vector<std::unique_ptr<UrgentStream>> urgent_;
};

const ladder_knob knobs[] = {RING_KNOBS("slab_step", 1), DEVICES_KNOB};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "nccl",
                .change = "the ends of a slab come first, and travel while the inside is computed",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
