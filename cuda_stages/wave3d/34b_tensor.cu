// tensor: the taps along z and x as products with banded matrices, on tensor cores.
// flags: -O3 -ftz=true
//
// Changes: a warp has 16 x 8 cells, z by x. Their sums of taps are two products of matrices: a band
//   of taps (16 x 32) times the values (32 x 8) along z, and the values (16 x 24) times a band (24
//   x 8) along x. Tensor cores multiply TF32, of 11 bits, so each value and tap is the sum of two
//   such numbers, and of the four products the three that count are added.
// Longer than a slide: the operator becomes matrices of tensor cores, whose values lie in other
//   threads than before.
// Why: at M = 8 tma needs 33 multiply-adds a cell for these taps and 84 bytes of shared memory.
//   Here it is 21 matrix instructions for 128 cells, 20 % of what tensor cores do while memory
//   delivers the cells, and 40 bytes. Against it: each value is split, which takes three
//   instructions, and tma already runs at the speed of memory.
// Accuracy: the rest that two TF32 numbers leave of a float is below 2^-23 of it, as is the product
//   that is left out.
// Expected: no gain at 512^3 on an H100, 90 % of the copy speed at orders 8 and 16: memory bounds
//   tma already; half of the shared memory's traffic and two thirds of the instructions are left
// Launch: 16 warps a block; a thread has cells (z, x), (z, x+1), (z+8, x), (z+8, x+1). `ring` slots
//   in shared memory; `planes` of a piece along y, chosen unless given. Half-lengths 4, 6 and 8.
//   Needs compute capability 9.0. `ring` is 4 unless given, where tma chooses.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2
//   operations a tap and 6 more, in the model of the other stages.
// Run: ladder --case=two-layer-512 --stage=tensor Longer than 250 lines: the ring of tma is written
//   out again, as tiles and cells of a thread differ.
#include "cuda_stages/shared/tf32_product.cuh"
#include "cuda_stages/wave3d/slots.cuh"

namespace {

constexpr int tile_z = 64, tile_x = 32, threads = 512, band = 8;
constexpr int pitch_of_now = tile_z + 2 * band + 4, pitch_of_own = tile_z + 4;
constexpr int before_at = Slots::whole(pitch_of_now * (tile_x + 2 * band));
constexpr int v2dt2_at = before_at + Slots::whole(pitch_of_own * tile_x);
constexpr int slot_size = v2dt2_at + Slots::whole(pitch_of_own * tile_x);

// Bands of taps as each lane of a warp needs them: along z (16 x 32) in 4 parts of 16 x 8, along x
// (24 x 8) in 3 parts of 8 x 8.
struct Bands {
  uint4 z_high[4][32], z_low[4][32], x[3][32];

  // All threads of a block.
  __device__ void prepare(const Taps &taps, int m) {
    const auto tap = [&](const float *of_axis, int distance) {
      distance = abs(distance);
      return Split(distance <= m ? of_axis[distance] : 0.0f);
    };
    for (int i = threadIdx.x; i < 7 * 32; i += blockDim.x) {
      const int lane = i % 32, part = i / 32, g = lane / 4, j = lane % 4;
      if (part < 4) {
        const int k = 8 * part + j - band;
        const Split a0 = tap(taps.z, k - g), a1 = tap(taps.z, k - g - 8),
                    a2 = tap(taps.z, k + 4 - g), a3 = tap(taps.z, k + 4 - g - 8);
        z_high[part][lane] = make_uint4(a0.high, a1.high, a2.high, a3.high);
        z_low[part][lane] = make_uint4(a0.low, a1.low, a2.low, a3.low);
      } else {
        const int k = 8 * (part - 4) + j - band;
        const Split b0 = tap(taps.x, k - g), b1 = tap(taps.x, k + 4 - g);
        x[part - 4][lane] = make_uint4(b0.high, b1.high, b0.low, b1.low);
      }
    }
  }

  // L p along z and x of the 16 x 8 cells from p on.
  __device__ void multiply_with(const float *p, float (&sum)[4]) const {
    const int lane = threadIdx.x % 32, g = lane / 4, j = lane % 4;
#pragma unroll
    for (int part = 0; part < 4; ++part) {
      const float *const from = p + 8 * part + j - band + pitch_of_now * g;
      const Split v0(from[0]), v1(from[4]);
      const uint4 high = z_high[part][lane], low = z_low[part][lane];
      multiply(sum, {high.x, high.y, high.z, high.w}, {low.x, low.y, low.z, low.w},
               {v0.high, v1.high}, {v0.low, v1.low});
    }
#pragma unroll
    for (int part = 0; part < 3; ++part) {
      const float *const from = p + g + pitch_of_now * (8 * part + j - band);
      const Split v0(from[0]), v1(from[8]), v2(from[4 * pitch_of_now]),
          v3(from[8 + 4 * pitch_of_now]);
      const uint4 taps = x[part][lane];
      multiply(sum, {v0.high, v1.high, v2.high, v3.high}, {v0.low, v1.low, v2.low, v3.low},
               {taps.x, taps.y}, {taps.z, taps.w});
    }
  }
};

template <int M>
__global__ __launch_bounds__(threads) void tensor_step(const __grid_constant__ Maps maps,
                                                       const __grid_constant__ Step s, int slots,
                                                       int planes) {
  extern __shared__ __align__(128) float shared[];  // [slots][slot_size]
  __shared__ Barrier full[most_slots], empty[most_slots];
  __shared__ Bands bands;
  const int t = threadIdx.x, begin_z = blockIdx.x * tile_z, begin_x = blockIdx.y * tile_x;
  const Piece piece(s.g, planes, blockIdx.z);
  if (t == 0) {
    for (int i = 0; i < slots; ++i) {
      full[i].prepare(1);
      empty[i].prepare(threads / 32);
    }
    show_barriers_to_accelerator();
  }
  bands.prepare(s.taps, M);
  __syncthreads();  // the barriers and the bands stand
  const auto fetch = [&](int y, int slot) {
    const int done = y - M;
    const bool comes = y < s.g.ny, makes = done >= piece.begin;
    full[slot].expect(int(sizeof(float)) * ((comes ? pitch_of_now * (tile_x + 2 * band) : 0) +
                                            (makes ? 2 * pitch_of_own * tile_x : 0)));
    float *const to = shared + slot * slot_size;
    if (comes) fetch_box(to, maps.now, begin_z - band, begin_x - band, y, full[slot]);
    if (makes) {
      fetch_box(to + before_at, maps.before, begin_z, begin_x, done, full[slot]);
      fetch_box(to + v2dt2_at, maps.v2dt2, begin_z, begin_x, done, full[slot]);
    }
  };
  RingPlace ring(slots), freed(slots);
  if (t == 0)
    for (int i = 0; i < min(slots, piece.last - piece.first + 1); ++i) fetch(piece.first + i, i);

  s.record(s.now, s.n);
  const int warp = t / 32, g = t % 32 / 4, j = t % 4;
  const int corner_z = 16 * (warp % 4), corner_x = 8 * (warp / 4);  // of the warp in the tile
  const int z = corner_z + g, x = corner_x + 2 * j;                 // the first cell of this thread
  const int at_z[] = {begin_z + z, begin_z + z, begin_z + z + 8, begin_z + z + 8};
  const int at_x[] = {begin_x + x, begin_x + x + 1, begin_x + x, begin_x + x + 1};
  float taper[4];
  bool keeps[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    keeps[i] = at_z[i] < s.g.nz && at_x[i] < s.g.nx;
    taper[i] = keeps[i] ? s.sponge_z[at_z[i]] * s.sponge_x[at_x[i]] : 0.0f;
  }
  float *to = s.before + s.g.at(at_z[0], at_x[0], piece.begin);
  SourcesOnTheWay sources(s);
  Sums<M, 1> sums;

  for (int y = piece.first; y <= piece.last; ++y, ring.next()) {
    if (t < 32 && y >= piece.first + lag) {
      const int next = y - lag + slots;
      if (t == 0 && next <= piece.last) {
        empty[freed.slot].wait(freed.parity);
        fetch(next, freed.slot);
      }
      __syncwarp();
      freed.next();
    }
    const float *const slot = shared + ring.slot * slot_size;
    full[ring.slot].wait(ring.parity);
    Quad now[1] = {}, begun[1] = {}, value[1], lap[1];
    if (y < s.g.ny) {
      const float *const p = slot + band + corner_z + pitch_of_now * (band + corner_x);
      bands.multiply_with(p, begun[0].c);
#pragma unroll
      for (int i = 0; i < 4; ++i) now[0].c[i] = p[g + i / 2 * 8 + pitch_of_now * (2 * j + i % 2)];
    }
    sums.pass_on(s.taps, now, begun, value, lap);
    const int done = y - M;  // the plane that y completes
    float before[4], v2dt2[4];
    if (done >= piece.begin) {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int own = z + i / 2 * 8 + pitch_of_own * (x + i % 2);
        before[i] = slot[before_at + own];
        v2dt2[i] = slot[v2dt2_at + own];
      }
    }
    __syncwarp();
    if (t % 32 == 0) empty[ring.slot].arrive();
    if (done < piece.begin) continue;
    const float sponge_y = s.sponge_y[done];
    float next[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      next[i] = stepped(value[0].c[i], before[i], s.second_taper(taper[i] * sponge_y), v2dt2[i],
                        lap[0].c[i]);
    sources.in_plane(done, s.n, [&](int source_z, int source_x, float pulse) {
#pragma unroll
      for (int i = 0; i < 4; ++i)
        if (source_z == at_z[i] && source_x == at_x[i]) next[i] += pulse;
    });
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (keeps[i]) to[i / 2 * 8 + i % 2 * s.g.pitch] = taper[i] * sponge_y * next[i];
    to += s.g.plane;
  }
}

enum { knob_ring, knob_planes };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : slots_(launch.knob[knob_ring][0]), planes_(planes(c, launch.knob[knob_planes][0])),
        run_(c, Grid(c, false), dim3(tile_z, tile_x, planes_)), maps_{maps(0), maps(1)} {}

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.advance(count, [&](const Step &step) {
      kernel_<<<run_.blocks, threads, shared_bytes()>>>(maps_[run_.now()], step, slots_, planes_);
    });
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return {{{slots_}, {planes_}}}; }

 private:
  int shared_bytes() const { return slots_ * slot_size * int(sizeof(float)); }
  Maps maps(int now) const {
    return {tensor_map(run_.field(now), run_.grid, pitch_of_now, tile_x + 2 * band),
            tensor_map(run_.field(1 - now), run_.grid, pitch_of_own, tile_x),
            tensor_map(run_.v2dt2.cells(), run_.grid, pitch_of_own, tile_x)};
  }

  // Sets the kernel too.
  int planes(const ladder_wave &c, int given) {
    must_have_accelerator();
    refuse_if(c.half_length != 4 && c.half_length != 6 && c.half_length != 8,
              "tensor cores are used for half-lengths 4, 6 and 8: take tma");
    kernel_ = c.half_length == 4   ? tensor_step<4>
              : c.half_length == 6 ? tensor_step<6>
                                   : tensor_step<8>;
    must_allow_shared(kernel_, shared_bytes());
    return planes_of_piece(given, Grid(c, false), tile_z, tile_x,
                           blocks_at_once(kernel_, threads, shared_bytes()), c.ny);
  }

  void (*kernel_)(Maps, Step, int, int) = nullptr;
  const int slots_, planes_;
  Run run_;
  const Maps maps_[2];  // for a step from either field
};

const ladder_knob knobs[] = {
    LADDER_KNOB(ring, "slots in shared memory", nullptr, 1, {4}, {3}, {6}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536})};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "tma",
    .change =
        "taps along z and x as banded matrices on tensor cores, values split into two TF32 numbers",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/34b_tensor.counts.cuh"
