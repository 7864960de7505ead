// l2-aware: blocks stay together, so that what one loads its neighbours find in the second-level cache.
// flags: -O3 -ftz=true
//
// Changes: a block tells how far it is and waits for neighbours that are `ahead` planes behind. p(n-1), (v dt)^2 and p(n+1),
//   which are used once, are marked as the first that the cache may give up.
// Why: the frames of tma's tiles are 0.9 of p(n) at M = 8, and memory has to deliver them again when a neighbour comes too
//   late: 16 % more bytes at 512^3, 35 % in two-step. Multiprocessors are not equally fast: without a word between them
//   some are done when others have a tenth to go. Waiting for the slow ones gives them what the fast ones would take from
//   the memory.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an axis. The second taper of
//   a field comes one step late (step.cuh).
// Order: slot k of the ring takes plane k of p(n) and, of the plane which that one completes, p(n-1) and (v dt)^2. Its
//   barrier `full` counts their bytes; `empty` the warps that are done with them. The round of a slot is told by its
//   parity.
// Layout: z fastest; lines begin at 128 bytes. The frame is M rounded up to 4 cells along z, so that a tile's own
//   cells begin at 16 bytes too, and M along x.
// Launch: `tile` is the cells of a block, z by x; a thread has 4 along z on `lines` lines. `ring` slots, as many as fit
//   unless given; `planes` of a piece along y, chosen unless given. Needs compute capability 9.0.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2 operations a tap and 6
//   beside them. Shared memory at M = 8: 84 bytes a point with one line a thread, 52 with two.
// Run: ladder --case=two-layer-512 --stage=l2-aware --tile=64x32
#include "cuda_stages/wave3d/half_lengths.cuh"
#include "cuda_stages/wave3d/pieces.cuh"
#include "cuda_stages/wave3d/sums.cuh"
#include "cuda_stages/wave3d/together.cuh"

namespace {

constexpr int most_slots = 16;
// A slot is asked for again so many planes after its own: the warp that asks need not wait for the others.
constexpr int lag = 2;
// A block looks for its neighbours every so many planes.
constexpr int together = 4;

// Threads that compute, at most, so that 8 M lines values a thread stay in registers.
constexpr int most_computing(int m, int lines) {
  return lines == 1 || m <= 2 ? 512 : 256;
}

// The tiles of a slot, in cells; each begins at 128 bytes, as the accelerator demands.
struct Slots {
  int z, x, lines, frame_z, frame_x, count;
  __host__ __device__ int pitch() const { return z + 2 * frame_z; }
  __host__ __device__ int tile_of_now() const { return pitch() * (x + 2 * frame_x); }
  __host__ __device__ int tile() const { return z * x; }
  __host__ __device__ static int whole(int cells) { return (cells + 31) / 32 * 32; }
  __host__ __device__ int size() const { return whole(tile_of_now()) + 2 * whole(tile()); }
  int bytes() const { return count * size() * int(sizeof(float)); }
  __host__ __device__ int quads() const { return z / 4; }
  __host__ __device__ int computing() const { return quads() * (x / lines); }
  __host__ __device__ int warps() const { return (computing() + 31) / 32; }
  int threads() const { return 32 * warps(); }
};

struct Maps {
  CUtensorMap now, before, v2dt2;
};

template <int M, int Lines>
__global__ __launch_bounds__(most_computing(M, Lines)) void l2_aware_step(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, Slots slots, int planes,
    Progress progress, bool hints) {
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
  const int before_at = Slots::whole(slots.tile_of_now());
  const int v2dt2_at = before_at + Slots::whole(slots.tile());
  const UsedOnce once;
  // Asks for all that comes with plane y.
  const auto fetch = [&](int y, int slot) {
    const int done = y - M;
    const bool comes = y < s.g.ny, makes = done >= piece.begin;
    full[slot].arrive_and_expect(
        int(sizeof(float)) * ((comes ? slots.tile_of_now() : 0) + (makes ? 2 * slots.tile() : 0)));
    float *const to = shared + slot * slots.size();
    if (comes) fetch_box(to, maps.now, begin_z - slots.frame_z, begin_x - M, y, full[slot]);
    if (makes) {
      if (hints) {
      once.fetch(to + before_at, maps.before, begin_z, begin_x, done, full[slot]);
      once.fetch(to + v2dt2_at, maps.v2dt2, begin_z, begin_x, done, full[slot]);
      } else {
      fetch_box(to + before_at, maps.before, begin_z, begin_x, done, full[slot]);
      fetch_box(to + v2dt2_at, maps.v2dt2, begin_z, begin_x, done, full[slot]);
      }
    }
  };
  RingPlace ring(slots.count), freed(slots.count);
  if (t == 0)
    for (int i = 0; i < min(slots.count, piece.last - piece.first + 1); ++i) fetch(piece.first + i, i);

  s.record(s.now, s.n);
  // Threads beyond the last line compute it again and keep nothing.
  const int own = min(t, slots.computing() - 1), q = own % slots.quads(), line = Lines * (own / slots.quads());
  const int iz = begin_z + 4 * q, ix = begin_x + line;
  const bool keeps = t < slots.computing() && iz < s.g.nz;
  const int place_of_now = slots.frame_z + 4 * q + slots.pitch() * (M + line);
  const int place = 4 * q + slots.z * line;
  Quad taper[Lines];
#pragma unroll
  for (int i = 0; i < Lines; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) taper[i].c[j] = s.sponge_z[iz + j] * s.sponge_x[ix + i];
  float *to = s.before + s.g.at(iz, ix, piece.begin);
  SourcesOnTheWay sources(s);
  Sums<M, Lines> sums;

#pragma unroll(M <= 4 ? M : 1)
  for (int y = piece.first; y <= piece.last; ++y, ring.next()) {
    if (t < 32 && y >= piece.first + lag) {
      const int next = y - lag + slots.count;
      if (next % together == 0) progress.tell_and_wait(next - piece.first);
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
        before[i] = load_quad(slot + before_at + place + i * slots.z);
        v2dt2[i] = load_quad(slot + v2dt2_at + place + i * slots.z);
      }
    }
    __syncwarp();
    if (t % 32 == 0) empty[ring.slot].arrive();
    if (done < piece.begin) continue;
    const float sponge_y = s.sponge_y[done];
    Quad next[Lines];
#pragma unroll
    for (int i = 0; i < Lines; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float t2 = s.second_taper(taper[i].c[j] * sponge_y);
        next[i].c[j] = stepped(value[i].c[j], before[i].c[j], t2, v2dt2[i].c[j], lap[i].c[j]);
      }
    sources.in_plane(done, s.n, [&](int z, int x, float pulse) {
#pragma unroll
        for (int i = 0; i < Lines; ++i)
#pragma unroll
          for (int j = 0; j < 4; ++j)
            if (z == iz + j && x == ix + i) next[i].c[j] += pulse;
      });
#pragma unroll
    for (int i = 0; i < Lines; ++i) {
#pragma unroll
      for (int j = 0; j < 4; ++j) next[i].c[j] *= taper[i].c[j] * sponge_y;
      if (keeps && ix + i < s.g.nx) { if (hints) once.store(to + i * s.g.pitch, next[i].c); else store_quad(to + i * s.g.pitch, next[i]); }
    }
    to += s.g.plane;
  }
  if (t == 0) progress.done();
}

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : lines_(launch.knob[2][0]), slots_(slots(c, launch)), planes_(planes(c, launch)),
        run_(c, Grid(c, false), dim3(slots_.z, slots_.x, planes_)), words_(run_.blocks), ahead_(launch.knob[5][0]), hints_(launch.knob[6][0]) {
    for (int k : {0, 1}) {
      maps_[k].now = tensor_map(run_.field(k), run_.grid, slots_.pitch(), slots_.x + 2 * slots_.frame_x);
      maps_[k].before = tensor_map(run_.field(1 - k), run_.grid, slots_.z, slots_.x);
      maps_[k].v2dt2 = tensor_map(run_.v2dt2.cells(), run_.grid, slots_.z, slots_.x);
    }
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.advance(count, [&](const Step &step) {
      kernel_<<<run_.blocks, slots_.threads(), slots_.bytes()>>>(maps_[run_.now()], step, slots_, planes_, words_.next_launch(ahead_), hints_);
    });
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{slots_.threads()}, {slots_.z, slots_.x}, {lines_}, {slots_.count}, {planes_}, {ahead_}, {hints_}}};
  }

 private:
  // Sets the kernel too.
  Slots slots(const ladder_wave &c, const ladder_launch &launch) {
    must_have_accelerator();
    int most = 0;
    with_half_length(c.half_length, [&](auto m) {
      kernel_ = lines_ == 2 ? l2_aware_step<m, 2> : l2_aware_step<m, 1>;
      most = most_computing(m, lines_);
    });
    Slots slots{launch.knob[1][0], launch.knob[1][1], lines_, frame_along_z(c.half_length), c.half_length,
                launch.knob[3][0]};
    refuse_if(slots.z % 4 || slots.x % lines_,
              "a tile is a multiple of 4 x " + std::to_string(lines_) + " cells, z by x, which a thread computes");
    refuse_if(slots.computing() > most, "a tile of " + std::to_string(slots.computing()) +
                                            " threads: at this half-length " + std::to_string(most) + " can be");
    refuse_if(launch.knob[0][0] && launch.knob[0][0] != slots.threads(),
              "this tile takes " + std::to_string(slots.threads()) + " threads: leave --threads out");
    const int bytes = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 1024;
    const int fit = std::min(most_slots, bytes / (slots.size() * int(sizeof(float))));
    if (!slots.count) slots.count = std::min(fit, 8);
    refuse_if(slots.count > fit || fit < 3, "shared memory has room for " + std::to_string(fit) +
                                     " slots of this tile: take a smaller --ring or --tile");
    CHECK(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, slots.bytes()));
    return slots;
  }

  int planes(const ladder_wave &c, const ladder_launch &launch) const {
    return planes_of_piece(launch.knob[4][0], Grid(c, false), slots_.z, slots_.x,
                           blocks_a_multiprocessor(kernel_, slots_.threads(), slots_.bytes()));
  }

  void (*kernel_)(Maps, Step, Slots, int, Progress, bool) = nullptr;
  const int lines_;
  const Slots slots_;
  const int planes_;
  Run run_;
  ProgressWords words_;
  const int ahead_, hints_;
  Maps maps_[2];  // for a step from either field
};

const ladder_knob knobs[] = {
    {"threads", "threads a block; its tile sets them", "l2_aware_step", 1, {0}, {32}, {512}},
    {"tile", "cells of a block, z by x", nullptr, 2, {64, 32}, {4, 1}, {240, 240}},
    {"lines", "lines of 4 cells a thread, 1 or 2", nullptr, 1, {1}, {1}, {2}},
    {"ring", "slots in shared memory", nullptr, 1, {0}, {3}, {most_slots}},
    {"planes", "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}},
    {"ahead", "planes that a block may be ahead of a neighbour; 0: any number", nullptr, 1, {8}, {0}, {65536}},
    {"hints", "1: tell the cache what is used once", nullptr, 1, {1}, {0}, {1}}};

}  // namespace

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "tma",
    .change = "planes come as bulk tensor copies, several ahead, by a warp that only loads",
    .expectation =
        "at 512^3 on an H100 97, 95, 92 and 85 % of the copy speed at orders 2, 4, 8 and 16: at order 16 a plane of a "
        "block takes 1450 ns of memory, 620 ns of issuing and 980 ns of shared memory, which overlap",
    .device = LADDER_ON_CUDA,
    .knobs = 7,
    .knob = knobs,
    LOOP_ENTRIES(Stage)};
