// tma: planes come into shared memory as bulk tensor copies, several ahead, and no barrier of the block is left.
// flags: -O3 -ftz=true
//
// Changes: one thread asks the tensor memory accelerator of Hopper for a tile of p(n) with its frame and for the tiles of
//   p(n-1) and (v dt)^2; `ring` such sets are in shared memory. All other threads of `wide` only compute.
// Why: what is on its way needs no registers and no instructions, so there is more of it: 90 kB a multiprocessor, where
//   3 TB/s need 16. A warp waits for data alone, and may be planes ahead of another one. Beyond the grid the accelerator
//   fills in zeros. Against it: one block a multiprocessor.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an axis. The second taper of
//   a field comes one step late (step.cuh).
// Order: slot k of the ring takes plane k of p(n) and, of the plane which that one completes, p(n-1) and (v dt)^2. Its
//   barrier `full` counts their bytes; `empty` the warps that are done with them. The round of a slot is told by its
//   parity. The thread that asks computes too: a warp of its own would take registers from the others, as each quarter of a
//   multiprocessor has its own.
// Layout: z fastest; lines begin at 128 bytes. The frame is M rounded up to 4 cells along z, so that a tile's own
//   cells begin at 16 bytes too, and M along x.
// Launch: `tile` is the cells of a block, z by x; a thread has 4 along z on `lines` lines. `ring` slots, 4, or 6 at
//   M = 1, unless given; `planes` of a piece along y, chosen unless given. Needs compute capability 9.0.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2 operations a tap and 6
//   beside them. Shared memory at M = 8: 84 bytes a point with one line a thread, 52 with two.
// Run: ladder --case=two-layer-512 --stage=tma --tile=64x32
#include "cuda_stages/wave3d/slots.cuh"

namespace {

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M, Lines)) void tma_step(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, Slots slots, int planes) {
  extern __shared__ __align__(128) float shared[];  // [slots.count][slots.size()]
  __shared__ Barrier full[most_slots], empty[most_slots];
  const int t = threadIdx.x, begin_z = blockIdx.x * slots.z, begin_x = blockIdx.y * slots.x;
  const Piece piece(s.g, planes, blockIdx.z);
  if (t == 0) {
    for (int i = 0; i < slots.count; ++i) {
      full[i].prepare(1);
      empty[i].prepare(slots.warps());
    }
    show_barriers_to_accelerator();
  }
  __syncthreads();  // the barriers stand
  // Asks for all that comes with plane y.
  const auto fetch = [&](int y, int slot) {
    const int done = y - M;
    const bool comes = y < s.g.ny, makes = done >= piece.begin;
    full[slot].arrive_and_expect(
        int(sizeof(float)) * ((comes ? slots.tile_of_now() : 0) + (makes ? 2 * slots.tile() : 0)));
    float *const to = shared + slot * slots.size();
    if (comes) fetch_box(to, maps.now, begin_z - slots.frame_z, begin_x - M, y, full[slot]);
    if (makes) {
      fetch_box(to + slots.before_at(), maps.before, begin_z, begin_x, done, full[slot]);
      fetch_box(to + slots.v2dt2_at(), maps.v2dt2, begin_z, begin_x, done, full[slot]);
    }
  };
  RingPlace ring(slots.count), freed(slots.count);
  if (t == 0)
    for (int i = 0; i < min(slots.count, piece.last - piece.first + 1); ++i)
      fetch(piece.first + i, i);

  s.record(s.now, s.n);
  // Threads beyond the last line compute it again and keep nothing.
  const int own = min(t, slots.computing() - 1), q = own % slots.quads(),
            line = Lines * (own / slots.quads());
  const OwnCells<Lines> cells(s, begin_z + 4 * q, begin_x + line);
  const bool keeps = t < slots.computing() && cells.iz < s.g.nz;
  const int place_of_now = slots.frame_z + 4 * q + slots.pitch() * (M + line);
  const int place = 4 * q + slots.z * line;
  float *to = s.before + s.g.at(cells.iz, cells.ix, piece.begin);
  SourcesOnTheWay sources(s);
  Sums<M, Lines> sums;

#pragma unroll(M <= 4 ? M : 1)
  for (int y = piece.first; y <= piece.last; ++y, ring.next()) {
    if (t < 32 && y >= piece.first + lag) {
      const int next = y - lag + slots.count;
      if (t == 0 && next <= piece.last) {
        empty[freed.slot].wait(freed.parity);
        fetch(next, freed.slot);
      }
      __syncwarp();
      freed.next();
    }
    const float *const slot = shared + ring.slot * slots.size();
    full[ring.slot].wait(ring.parity);
    Quad value[Lines], lap[Lines];
    if (y < s.g.ny)
      sums.take(slot + place_of_now, slots.pitch(), s.taps, value, lap);
    else
      sums.take_nothing(s.taps, value, lap);
    const int done = y - M;  // the plane that y completes
    Quad before[Lines], v2dt2[Lines];
    if (done >= piece.begin) {
#pragma unroll
      for (int i = 0; i < Lines; ++i) {
        before[i] = load_quad(slot + slots.before_at() + place + i * slots.z);
        v2dt2[i] = load_quad(slot + slots.v2dt2_at() + place + i * slots.z);
      }
    }
    __syncwarp();
    if (t % 32 == 0) empty[ring.slot].arrive();
    if (done < piece.begin) continue;
    Quad next[Lines];
    cells.finish(s, done, s.n, s.fresh, sources, value, before, v2dt2, lap, next);
#pragma unroll
    for (int i = 0; i < Lines; ++i)
      if (keeps && cells.ix + i < s.g.nx) store_quad(to + i * s.g.pitch, next[i]);
    to += s.g.plane;
  }
}

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : slots_(choose_slots(c, launch)), planes_(planes(c, launch.knob[4][0])),
        run_(c, Grid(c, false), dim3(slots_.z, slots_.x, planes_)), maps_{
                                                                        maps_of(run_, slots_, 0),
                                                                        maps_of(run_, slots_, 1)} {}

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.advance(count, [&](const Step &step) {
      kernel_<<<run_.blocks, slots_.threads(), slots_.bytes()>>>(maps_[run_.now()], step, slots_,
                                                                 planes_);
    });
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{slots_.threads()}, {slots_.z, slots_.x}, {slots_.lines}, {slots_.count}, {planes_}}};
  }

 private:
  // Sets the kernel too.
  int planes(const ladder_wave &c, int given) {
    with_half_length(c.half_length, [&](auto m) {
      kernel_ = slots_.lines == 2 ? tma_step<m, 2> : tma_step<m, 1>;
    });
    must_allow_shared(kernel_, slots_.bytes());
    const Grid grid(c, false);
    return planes_of_piece(given, grid, slots_.z, slots_.x,
                           blocks_a_multiprocessor(kernel_, slots_.threads(), slots_.bytes()),
                           most_planes(grid));
  }

  void (*kernel_)(Maps, Step, Slots, int) = nullptr;
  const Slots slots_;
  const int planes_;
  Run run_;
  const Maps maps_[2];  // for a step from either field
};

const ladder_knob knobs[] = {
    {"threads", "threads a block; its tile sets them", "tma_step", 1, {0}, {32}, {512}},
    {"tile", "cells of a block, z by x", nullptr, 2, {64, 32}, {4, 1}, {240, 240}},
    {"lines", "lines of 4 cells a thread, 1 or 2", nullptr, 1, {1}, {1}, {2}},
    {"ring", "slots in shared memory", nullptr, 1, {0}, {3}, {most_slots}},
    {"planes", "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}}};

}  // namespace

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "wide",
    .change = "planes come as bulk tensor copies, several ahead; no barrier of the block",
    .expectation =
        "at 512^3 on an H100 97, 95, 92 and 85 % of the copy speed at orders 2, 4, 8 and 16: at "
        "order 16 a plane of a "
        "block takes 1450 ns of memory, 620 ns of issuing and 980 ns of shared memory, which "
        "overlap",
    .device = LADDER_ON_CUDA,
    .knobs = 5,
    .knob = knobs,
    LOOP_ENTRIES(Stage)};
