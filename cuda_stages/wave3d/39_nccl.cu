// nccl: several GPUs, each with a slab; NCCL sends the halos when a step is done.
// flags: -O3 -ftz=true
// needs: nccl
//
// Changes: the volume is cut along y into a slab a device. After a step's kernel the M planes at
//   either end of a slab go to the neighbours by ncclSend and ncclRecv, in the same stream.
// Order: kernel, messages, kernel: a stream a device, and a message ends when both sides have come
//   to it.
// Why: two GPUs have twice the memory and twice its speed, and NCCL knows the way between any two
//   of them, in one machine or in several. But nothing is computed while halos travel: at M = 4 and
//   1024^2 cells a plane 16.8 MB each way take 60 to 100 us of a step of 4.5 ms.
// Expected: on one GPU tma within 1 %; on two H200 at order 8 96 % of twice that with 1024^3 a GPU
//   and 92 % at 1024^3 in all: 100 us a step of messages and 30 of launches, with nothing computed
// Launch: as tma; `devices`, as many as there are GPUs unless given.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2
//   operations a tap and 6 more. Over the link 4 M bytes a cell of each cut, each way and
//   step.
// Run: ladder --case=two-layer-512 --stage=nccl --devices=2
#include "cuda_stages/wave3d/slab_sends.cuh"

namespace {

class Stage : public NcclStage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch) : NcclStage(c, launch, c.half_length) {}

  void advance(int count) {
    slabs_.advance(
        count,
        [&](int part, std::int64_t) {
          Slab &slab = slabs_[part];
          launch(slab, own_planes(slab), slab.stream);
        },
        [&](std::int64_t) {
          send_halos(slabs_, [&](int part) -> cudaStream_t { return slabs_[part].stream; });
        });
  }
};

const ladder_knob knobs[] = {RING_KNOBS("slab_step", 1), DEVICES_KNOB};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "tma",
                .change = "a slab a GPU; NCCL sends the halos when a step is done",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
