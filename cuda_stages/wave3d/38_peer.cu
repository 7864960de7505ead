// peer: several GPUs, each with a slab; kernels store halos straight into the neighbour's memory.
// flags: -O3 -ftz=true
//
// Changes: the volume is cut along y into a slab a device. The M planes at either end of a slab are
//   stored twice: at home and, over NVLink, in the neighbour's halo.
// Order: step n+1 of a slab follows step n of both neighbours, which wrote its halos of p(n+1) and
//   have read what it will overwrite of theirs. Streams wait for events; the host launches all
//   steps ahead.
// Why: two GPUs have twice the memory and twice its speed. A store over the link is sent and
//   forgotten: no copy, no launch and no buffer is between the cell that is made and the neighbour
//   that needs it. At M = 4 and 1024^2 cells a plane 16.8 MB go each way in a step of 4.5 ms, where
//   the link has 370 GB/s: 45 us, in the shadow of the memory.
// Expected: on one GPU tma within 1 %; on two H200 at order 8 98 % of twice that with 1024^3 a GPU
//   and 96 % at 1024^3 in all: 10 us a step for events and launches, 8 planes of 512 are taken in
//   twice
// Launch: as tma; `devices` parts, as many as there are GPUs unless given. More parts than GPUs
//   share them, which proves the exchange on a machine with one GPU.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2
//   operations a tap and 6 more. Over the link 4 M bytes a cell of each cut, each way and
//   step.
// Run: ladder --case=two-layer-512 --stage=peer --devices=2
#include "cuda_stages/wave3d/slab_march.cuh"

namespace {

// From a cell at the end of a slab to the same cell in the neighbour's halo [cells]; the planes
// that go there.
struct PeerHalos {
  std::int64_t below, above;
  int below_end, above_begin;  // planes y < below_end go below, y >= above_begin above
};

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M, Lines)) void peer_step(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, Slots slots,
    Stretches stretches, PeerHalos halos) {
  s.record(s.now, s.n);
  march_slab<M, Lines>(maps, s, slots, stretches, [&](float *cell, int y, const Quad &made) {
    store_quad(cell, made);
    if (y < halos.below_end) store_quad(cell + halos.below, made);
    if (y >= halos.above_begin) store_quad(cell + halos.above, made);
  });
}

using Kernel = void (*)(Maps, Step, Slots, Stretches, PeerHalos);

inline Kernel kernel_of(int m, int lines) {
  Kernel kernel = nullptr;
  with_half_length(m, [&](auto M) { kernel = lines == 2 ? peer_step<M, 2> : peer_step<M, 1>; });
  return kernel;
}

class Stage : public SlabStage<Kernel> {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : SlabStage(c, launch, c.half_length,
                  [&](const Slots &slots) { return kernel_of(c.half_length, slots.lines); }) {
    for (int part = 1; part < slabs_.count(); ++part)
      connect(slabs_[part - 1].device, slabs_[part].device);
  }

  void advance(int count) {
    slabs_.advance(count, [&](int part, std::int64_t n) {
      Slab &slab = slabs_[part];
      for (Slab *other : {slabs_.below(part), slabs_.above(part)})
        if (other && n > 0) CHECK(cudaStreamWaitEvent(slab.stream, other->done[(n + 1) % 2]));
      launch(slab, own_planes(slab), slab.stream, halos(part));
      CHECK(cudaEventRecord(slab.done[n % 2], slab.stream));
    });
  }

 private:
  // Where p(n+1) of this part is stored a second time.
  PeerHalos halos(int part) const {
    const Slab &slab = slabs_[part];
    const int field = slab.run.before(), m = slab.run.grid.m;
    const auto way = [&](const Slab *other, int own_plane, int their_plane) {
      if (!other) return std::int64_t{0};
      const Grid &g = slab.run.grid;
      return (other->run.field(field) + g.at(0, 0, their_plane)) -
             (slab.run.field(field) + g.at(0, 0, own_plane));
    };
    const Slab *const below = slabs_.below(part), *const above = slabs_.above(part);
    return {way(below, slab.planes.first(), below ? below->planes.last() : 0),
            way(above, slab.planes.last() - m, 0), below ? slab.planes.first() + m : INT_MIN,
            above ? slab.planes.last() - m : INT_MAX};
  }
};

const ladder_knob knobs[] = {RING_KNOBS("peer_step", 1), DEVICES_KNOB};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "tma",
                .change = "a slab a GPU; kernels store halos straight into the neighbour's memory",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
