// The halos of slabs by NCCL: planes lie one after the other, so M of them are one message. The
// host's side of such a stage but for the order of a step. No idea of a stage.
#pragma once
#include "cuda_stages/shared/nccl_library.cuh"
#include "cuda_stages/wave3d/slab_march.cuh"

namespace {

inline void must_have_a_device_each(int parts) {
  refuse_if(parts > device_count(), "NCCL wants a GPU for each of the " + std::to_string(parts) +
                                        " parts, and there are " + std::to_string(device_count()) +
                                        ": take peer");
}

// All slabs send the ends of p(n+1) and take in what their neighbours send, each in the stream that
// stream(part) names.
template <typename StreamOf>
void send_halos(const Slabs &slabs, StreamOf stream) {
  if (slabs.count() == 1) return;
  const auto &to = communicators(slabs.count());
  CHECK_NCCL(ncclGroupStart());
  for (int part = 0; part < slabs.count(); ++part) {
    const Slab &slab = slabs[part];
    const Grid &g = slab.run.grid;
    const std::size_t cells = std::size_t(g.plane) * g.m;
    const auto plane = [&](int y) { return slab.run.field(slab.run.before()) + g.at(0, 0, y); };
    if (part > 0) {
      CHECK_NCCL(
          ncclSend(plane(slab.planes.first()), cells, ncclFloat, part - 1, to[part], stream(part)));
      CHECK_NCCL(ncclRecv(plane(0), cells, ncclFloat, part - 1, to[part], stream(part)));
    }
    if (part < slabs.count() - 1) {
      CHECK_NCCL(ncclSend(plane(slab.planes.last() - g.m), cells, ncclFloat, part + 1, to[part],
                          stream(part)));
      CHECK_NCCL(
          ncclRecv(plane(slab.planes.last()), cells, ncclFloat, part + 1, to[part], stream(part)));
    }
  }
  CHECK_NCCL(ncclGroupEnd());
}

class NcclStage : public SlabStage<SlabKernel> {
 protected:
  // `least` planes of a slab.
  NcclStage(const ladder_wave &c, const ladder_launch &launch, int least)
      : SlabStage(c, launch, least,
                  [&](const Slots &slots) { return slab_kernel(c.half_length, slots); }) {
    must_have_a_device_each(slabs_.count());
    if (slabs_.count() > 1) (void)communicators(slabs_.count());
  }
};

}  // namespace
