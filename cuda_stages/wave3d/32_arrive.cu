// arrive: a plane is used when it comes, and never again.
// flags: -O3 -ftz=true
//
// Changes: march shows a plane in shared memory when it is in the middle, M planes after its cells
//   came for the taps along y. Here it is shown at once: its taps along z and x begin the sum of
//   its own cells, the last M values along y are added to that, and its values to the sums of the
//   last M planes, of which the oldest is then complete.
// Why: p(n) with its frame is read once, in one go; march reads the frame again when its plane may
//   have left the second-level cache. It takes as many registers: M values and M sums instead of
//   2M+1 values. A sum moves on to the next place by the multiply-add itself.
// Expected: at 512^3 on an H100 90, 88, 75 and 60 % of the copy speed at orders 2, 4, 8 and 16: the
//   frame comes with its plane, from the second-level cache; then loads of single values and two
//   barriers a plane bound it
// Launch: `block` is the threads along z and x; `planes` of a piece, chosen to fill the device
//   unless given.
// Run: ladder --case=two-layer-512 --stage=arrive --block=64x8
#include "cuda_stages/wave3d/entries.cuh"
#include "cuda_stages/wave3d/pieces.cuh"
#include "cuda_stages/wave3d/plane_tile.cuh"

namespace {

template <int M>
__global__ __launch_bounds__(1024) void arrive_step(const __grid_constant__ Step s, int planes) {
  extern __shared__ float tiles[];
  const Grid &g = s.g;
  s.record(s.now, s.n);
  const int iz = blockIdx.x * blockDim.x + threadIdx.x, ix = blockIdx.y * blockDim.y + threadIdx.y;
  const Piece piece(g, planes, blockIdx.z);
  const PlaneTile<M> tile(tiles, g);
  const bool keeps = iz < g.nz && ix < g.nx;
  const float taper = keeps ? s.sponge_z[iz] * s.sponge_x[ix] : 0.0f;
  SourcesOnTheWay sources(s);
  // Threads beyond the grid are at zeros of its frame.
  const float *p = s.now + g.at(min(iz, g.nz - 1 + M), min(ix, g.nx - 1 + M), piece.first);
  const float *corner = s.now + g.at(blockIdx.x * blockDim.x, blockIdx.y * blockDim.y, piece.first);
  std::int64_t at = g.at(iz, ix, piece.first - M);  // in the plane that comes to its end
  tile.fetch_frame(piece.first, corner);
  float coming = *p;
  float value[M] = {},
        sum[M] = {};  // [k]: of the plane that came k + 1 planes ago, and its L p so far

#pragma unroll 2
  for (int y = piece.first; y <= piece.last; ++y, at += g.plane) {
    const int done = y - M;  // the plane that y completes
    const bool makes = keeps && done >= piece.begin;
    const float before = makes ? s.before[at] : 0.0f, v2dt2 = makes ? s.v2dt2[at] : 0.0f;
    const float now = coming;
    float *const c = tile.own(y);
    c[0] = now;
    tile.wait_for_frame();
    __syncthreads();  // the tile stands, and all are done with the one before
    if (y < piece.last) {
      p += g.plane, corner += g.plane;
      coming = *p;
      tile.fetch_frame(y + 1, corner);
    }
    float begun = s.taps.z[0] * now;
    begun = fmaf(s.taps.x[0], now, begun);
    begun = fmaf(s.taps.y[0], now, begun);
#pragma unroll
    for (int k = 1; k <= M; ++k) {
      begun = fmaf(s.taps.z[k], c[k] + c[-k], begun);
      begun = fmaf(s.taps.x[k], c[k * tile.pitch] + c[-k * tile.pitch], begun);
      begun = fmaf(s.taps.y[k], value[k - 1], begun);
    }
    const float lap = fmaf(s.taps.y[M], now, sum[M - 1]), centre = value[M - 1];
#pragma unroll
    for (int k = M - 1; k > 0; --k) {
      sum[k] = fmaf(s.taps.y[k], now, sum[k - 1]);
      value[k] = value[k - 1];
    }
    sum[0] = begun;
    value[0] = now;
    if (done < piece.begin) continue;
    const float t = taper * s.sponge_y[done];
    float next = stepped(centre, before, s.second_taper(t), v2dt2, lap);
    sources.in_plane(done, s.n, [&](int z, int x, float pulse) {
      if (z == iz && x == ix) next += pulse;
    });
    if (keeps) s.before[at] = t * next;
  }
}

enum { knob_block, knob_planes };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : block_(block_of(launch.knob[knob_block])), planes_(planes(c, launch.knob[knob_planes][0])),
        run_(c, Grid(c, true), dim3(block_.x, block_.y, planes_)) {}

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.advance(count, [&](const Step &step) {
      kernel_<<<run_.blocks, block_, plane_tile_bytes(block_, step.g.m)>>>(step, planes_);
    });
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return {{{int(block_.x), int(block_.y)}, {planes_}}}; }

 private:
  // Sets the kernel too.
  int planes(const ladder_wave &c, int given) {
    with_half_length(c.half_length, [&](auto m) { kernel_ = arrive_step<m>; });
    const int threads = block_.x * block_.y, bytes = plane_tile_bytes(block_, c.half_length);
    must_allow(kernel_, threads);
    must_allow_shared(kernel_, bytes);
    return planes_of_piece(given, Grid(c, true), block_.x, block_.y,
                           blocks_at_once(kernel_, threads, bytes), c.ny);
  }

  void (*kernel_)(Step, int) = nullptr;
  const dim3 block_;
  const int planes_;
  Run run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "arrive_step", 2, {64, 8}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536})};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "march",
    .change = "a plane is used when it comes: values along y are added to sums that wait for them",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/32_arrive.counts.cuh"
