// The march of `tma` through some planes of a slab. What is done with the cells that are made is
// the stage's own.
#pragma once
#include "cuda_stages/wave3d/ring_march.cuh"
#include "cuda_stages/wave3d/slab.cuh"

namespace {

struct Stretch {
  int begin, end;
};

// The planes that a launch makes: one stretch of a slab or two, in pieces of `planes`.
struct Stretches {
  Stretch one, other;
  int planes;
  __host__ __device__ int pieces_of(const Stretch &s) const {
    return s.end > s.begin ? (s.end - s.begin + planes - 1) / planes : 0;
  }
  __host__ __device__ int pieces() const { return pieces_of(one) + pieces_of(other); }
  __device__ Piece piece(int number, int m) const {
    const int in_one = pieces_of(one);
    const int begin =
        number < in_one ? one.begin + number * planes : other.begin + (number - in_one) * planes;
    return {begin, min(number < in_one ? one.end : other.end, begin + planes), m};
  }
};

// keep(cell, y, quad): four cells of plane y were made; `cell` is their place in s.before. `shift`
// is the plane of the case with the sources that is plane 0 here.
template <int M, int Lines, typename Keep>
__device__ __forceinline__ void march_slab(const Maps &maps, const Step &s, const Slots &slots,
                                           const Stretches &stretches, Keep keep, int shift = 0) {
  const int begin_z = blockIdx.x * slots.z, begin_x = blockIdx.y * slots.x;
  const Piece piece = stretches.piece(blockIdx.z, M);
  // Asks for all that comes with plane y.
  const auto fetch = [&](int y, int slot, float *shared, Barrier *full) {
    const int done = y - M;
    const bool comes = y < s.g.ny, makes = done >= piece.begin;
    full[slot].expect(int(sizeof(float)) *
                      ((comes ? slots.tile_of_now() : 0) + (makes ? 2 * slots.tile() : 0)));
    float *const to = shared + slot * slots.size();
    if (comes) fetch_box(to, maps.now, begin_z - slots.frame_z, begin_x - M, y, full[slot]);
    if (makes) {
      fetch_box(to + slots.before_at(), maps.before, begin_z, begin_x, done, full[slot]);
      fetch_box(to + slots.v2dt2_at(), maps.v2dt2, begin_z, begin_x, done, full[slot]);
    }
  };
  march<M, Lines>(
      s, slots, piece, [&] { return SourcesOnTheWay(s, s.sources.of_column(), shift); }, fetch,
      [] {}, keep);
}

// A stage has one of these two.
enum { knob_devices = knob_planes + 1, knob_ranks = knob_devices };
#define DEVICES_KNOB                                                                               \
  LADDER_KNOB(devices, "parts, each on a GPU; as many as there are GPUs unless given", nullptr, 1, \
              {0}, {1}, {most_devices})

// The host's side of stages with a slab a device, all in this process or one of them in each.
// `Kernel` is a pointer to what slab_march.cuh is used in.
template <typename Kernel, typename AllSlabs = Slabs>
class SlabStage {
 public:
  void upload(const float *now, const float *before, int step) { slabs_.upload(now, before, step); }
  void download(float *now, float *before, float *traces) { slabs_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{slots_.threads()},
             {slots_.z, slots_.x},
             {slots_.lines},
             {slots_.count},
             {planes_},
             {slabs_.used()[0], slabs_.used()[1]}}};
  }

 protected:
  // `least` planes of a slab. choose(slots) gives the kernel.
  template <typename Choose>
  SlabStage(const ladder_wave &c, const ladder_launch &launch, int least, Choose choose)
      : slots_(choose_slots(c, launch)),
        slabs_(c, slots_, launch.knob[knob_devices], std::max(1, least)), kernel_(choose(slots_)),
        planes_(planes_of_piece(c, launch.knob[knob_planes][0])) {}

  // All planes of a slab.
  Stretches own_planes(const Slab &slab) const {
    return {{slab.planes.first(), slab.planes.last()}, {}, planes_};
  }
  template <typename... More>
  void launch(const Slab &slab, const Stretches &planes, cudaStream_t stream, More... more) const {
    const dim3 blocks(slab.run.blocks.x, slab.run.blocks.y, planes.pieces());
    kernel_<<<blocks, slots_.threads(), slots_.bytes(), stream>>>(
        slab.maps[slab.run.now()], slab.run.next_step(), slots_, planes, more...);
    CHECK(cudaGetLastError());
  }

  const Slots slots_;
  AllSlabs slabs_;
  const Kernel kernel_;
  const int planes_;

 private:
  // Of the slab with the most planes.
  int planes_of_piece(const ladder_wave &c, int given) const {
    for (const int device : slabs_.devices()) {
      const OnDevice on(device);
      must_allow_shared(kernel_, slots_.bytes());
    }
    Grid grid(c, false);
    grid.ny = ceil_div(c.ny, slabs_.count());
    return ::planes_of_piece(given, grid, slots_.z, slots_.x,
                             blocks_at_once(kernel_, slots_.threads(), slots_.bytes()),
                             most_planes(grid));
  }
};

// The step of stages whose halos are sent: a slab keeps its cells at home alone. No idea of a
// stage.

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M,
                                          Lines)) void slab_step(const __grid_constant__ Maps maps,
                                                                 const __grid_constant__ Step s,
                                                                 Slots slots, Stretches stretches) {
  s.record(s.now, s.n);
  march_slab<M, Lines>(maps, s, slots, stretches,
                       [](float *cell, int, const Quad &made) { store_quad(cell, made); });
}

using SlabKernel = void (*)(Maps, Step, Slots, Stretches);

inline SlabKernel slab_kernel(int m, const Slots &slots) {
  SlabKernel kernel = nullptr;
  with_half_length(m,
                   [&](auto M) { kernel = slots.lines == 2 ? slab_step<M, 2> : slab_step<M, 1>; });
  return kernel;
}

}  // namespace
