// peer: several GPUs, each with a slab; kernels store halos straight into the neighbour's memory.
// flags: -O3 -ftz=true
//
// Changes: the field is cut along y into a slab a device. The plane at either end of a slab is stored twice: at home and,
//   over NVLink, in the neighbour's slab.
// Why: two GPUs have twice the memory and twice its speed. At 512^2 cells a plane 1 MB goes each way in a step of 130 us,
//   where the link has 370 GB/s: 3 us, in the shadow of the memory.
// Equation: T(n+1) = T(n) + factor (sum of the six neighbours - 6 T(n)); the outermost cells stay.
//   The factor is zero in cells of a quad that stay.
// Order: step n+1 of a slab follows step n of both neighbours, which wrote its outermost planes of T(n+1) and have read
//   what it will overwrite of theirs. Streams wait for events; the host launches all steps ahead, one by one.
// Layout: that of wide; a slab is a case of its own, whose outermost planes are the neighbours'. The bits are the same.
// Launch: as wide, without a graph; `devices` parts, as many as there are GPUs unless given. More parts than GPUs share
//   them, which proves the exchange on a machine with one GPU.
// Work per point: 8 bytes if every value crosses once, 8 operations: 6 additions and 2 products. Over the link 4 bytes a
//   cell of each cut, each way and step.
// Run: ladder --case=heat-512 --stage=peer --devices=2
#include "cuda_stages/heat/marching.cuh"
#include "cuda_stages/heat/quad_lines.cuh"
#include "cuda_stages/heat/slabs.cuh"

namespace {

// From a cell of a slab to the same cell in a neighbour's memory [cells], and the plane that goes there; -1: none does.
struct PeerHalos {
  std::int64_t below, above;
  int lowest, highest;
};

template <int Lines>
__global__ void march_peer(Grid g, int planes, float factor, const float *__restrict__ now,
                           float *__restrict__ next, PeerHalos halos) {
  const Piece piece(g, planes, blockIdx.z);
  if (piece.first >= piece.end) return;
  const QuadLines<Lines> own(g, factor);
  const std::int64_t plane = g.plane();
  std::int64_t at = g.at(own.iz, own.ix, piece.first);
  Quad below[Lines], centre[Lines], above[Lines];
  own.load(now, at - plane, below);
  own.load(now, at, centre);
  own.load(now, at + plane, above);
  for (int iy = piece.first; iy < piece.end; ++iy, at += plane) {
    Quad later[Lines];  // asked for before the plane at hand is computed
    own.load(now, at + 2 * plane, later, iy + 1 < piece.end);
    own.step(now, at, below, centre, above, next);
#pragma unroll
    for (int i = 0; i < Lines; ++i) {
      below[i] = centre[i];
      centre[i] = above[i];
      above[i] = later[i];
    }
  }
  // Of its own cells, behind the loop, which then needs no more registers than that of wide.
  const auto send = [&](int iy, std::int64_t way) {
    if (iy < piece.first || iy >= piece.end) return;
#pragma unroll
    for (int i = 0; i < Lines; ++i)
      if (own.exists(i) && own.ix + i > 0 && own.ix + i < g.nx - 1) {
        float *const cell = next + g.at(own.iz, own.ix + i, iy);
        store_quad(cell + way, load_quad(cell));
      }
  };
  send(halos.lowest, halos.below);
  send(halos.highest, halos.above);
}

using Kernel = void (*)(Grid, int, float, const float *, float *, PeerHalos);

inline Kernel kernel_of(int lines) {
  refuse_if(lines == 3, "lines is 1, 2 or 4");
  return lines == 1 ? march_peer<1> : lines == 2 ? march_peer<2> : march_peer<4>;
}

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : factor_(c.factor), block_(launch.knob[0][0], launch.knob[0][1]), lines_(launch.knob[1][0]),
        kernel_(kernel_of(lines_)), slabs_(c, 4, launch.knob[3][0]),
        planes_(planes_of_piece(launch.knob[2][0], slabs_[0].field.grid,
                                dim3(4 * block_.x, lines_ * block_.y), kernel_, block_, 0, 6)) {
    must_allow(kernel_, block_);
    refuse_if(block_.x * block_.y % 32, "a block must be whole warps: a multiple of 32 threads");
    for (int part = 1; part < slabs_.count(); ++part)
      connect(slabs_[part - 1].device, slabs_[part].device);
  }

  void upload(const float *now) { slabs_.upload(now); }
  void advance(int count) {
    slabs_.advance(count, [&](int part, std::int64_t n) {
      Slab &slab = slabs_[part];
      for (Slab *other : {slabs_.below(part), slabs_.above(part)})
        if (other && n > 0) CHECK(cudaStreamWaitEvent(slab.stream, other->done[(n + 1) % 2]));
      const Field &field = slab.field;
      kernel_<<<blocks_for(field.grid, 4 * block_.x, lines_ * block_.y, planes_), block_, 0,
                slab.stream>>>(field.grid, planes_, factor_, field.now(), field.next(),
                               halos(part));
      CHECK(cudaGetLastError());
      CHECK(cudaEventRecord(slab.done[n % 2], slab.stream));
    });
  }
  void download(float *now) { slabs_.download(now); }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)},
             {lines_},
             {planes_},
             {slabs_.count()}}};
  }

 private:
  PeerHalos halos(int part) const {
    const Slab &slab = slabs_[part];
    const Grid &g = slab.field.grid;
    const auto way = [&](const Slab *other, int own_plane, int their_plane) {
      return other ? (other->field.next() + g.at(0, 0, their_plane)) -
                         (slab.field.next() + g.at(0, 0, own_plane))
                   : 0;
    };
    const Slab *const below = slabs_.below(part), *const above = slabs_.above(part);
    return {way(below, 1, below ? below->field.grid.ny - 1 : 0), way(above, g.ny - 2, 0),
            below ? 1 : -1, above ? g.ny - 2 : -1};
  }

  const float factor_;
  const dim3 block_;
  const int lines_;
  const Kernel kernel_;
  Slabs slabs_;
  const int planes_;
};

const ladder_knob knobs[] = {
    {"block", "threads a block, z by x", "march_peer", 2, {32, 4}, {1, 1}, {1024, 1024}},
    {"lines", "lines of a thread along x: 1, 2 or 4", nullptr, 1, {1}, {1}, {4}},
    {"planes", "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}},
    {"devices",
     "parts, each on a GPU; as many as there are GPUs unless given",
     nullptr,
     1,
     {0},
     {1},
     {most_devices}}};

}  // namespace

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "heat",
                .name = LADDER_STAGE_NAME,
                .parent = "wide",
                .change = "a slab a GPU; kernels store halos straight into the neighbour's memory",
                .expectation =
                    "at 512^3 on one GPU wide within 1 %; on two H200 92 % of twice that: 10 us of "
                    "a step of 130 "
                    "for events between the devices; at 128^3 slower than on one",
                .device = LADDER_ON_CUDA,
                .knobs = 4,
                .knob = knobs,
                LOOP_ENTRIES(Stage)};
