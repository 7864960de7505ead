// march: a thread goes along y; planes move through its registers, one plane is in shared memory.
// flags: -O3 -ftz=true
//
// Changes: a thread has one place (z, x) and all `planes` planes of a piece along y. It keeps the
//   2M+1 values along y in registers; the block shows the plane in the middle, with a frame, in
//   shared memory, and asks for the next frame.
// Longer than a slide: a march replaces the kernel with one cell of a plane after the other.
// Why: fused asks the caches for 6M+1 values a cell. Here a cell costs one load, its part of the
//   frame, and 4M reads of shared memory. The values along y, which no cache holds for M planes of
//   a large field, come once. Against it: the frame is loaded again when its plane is in the
//   middle, M planes after its cells were first loaded.
// Expected: at 512^3 on an H100 90, 88, 66 and 55 % of the copy speed at orders 2, 4, 8 and 16: the
//   frame comes from memory again where the second-level cache does not hold M planes of all arrays
// Launch: `block` is the threads along z and x; `planes` of a piece, chosen to fill the device
//   unless given. Not fused's --block=32x4: without a depth of 4, 64 x 8 are as many threads.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2
//   operations a tap and 6 more. With blocks of 64 x 8 the frame adds 2.25 loads a point at
//   M = 8.
// Run: ladder --case=two-layer-512 --stage=march --block=64x8
#include "cuda_stages/wave3d/entries.cuh"
#include "cuda_stages/wave3d/pieces.cuh"
#include "cuda_stages/wave3d/plane_tile.cuh"

namespace {

template <int M>
__global__ __launch_bounds__(1024) void march_step(const __grid_constant__ Step s, int planes) {
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
  const float *p = s.now + g.at(min(iz, g.nz - 1 + M), min(ix, g.nx - 1 + M), piece.begin);
  const float *corner = s.now + g.at(blockIdx.x * blockDim.x, blockIdx.y * blockDim.y, piece.begin);
  std::int64_t at = g.at(iz, ix, piece.begin);
  tile.fetch_frame(piece.begin, corner);
  float along_y[2 * M + 1];  // [M]: of plane iy
#pragma unroll
  for (int k = 1; k <= 2 * M; ++k) along_y[k] = p[(k - 1 - M) * g.plane];

#pragma unroll 2
  for (int iy = piece.begin; iy < piece.end; ++iy, p += g.plane, at += g.plane) {
    const float before = keeps ? s.before[at] : 0.0f, v2dt2 = keeps ? s.v2dt2[at] : 0.0f;
#pragma unroll
    for (int k = 0; k < 2 * M; ++k) along_y[k] = along_y[k + 1];
    along_y[2 * M] = p[M * g.plane];
    float *const c = tile.own(iy);
    c[0] = along_y[M];
    tile.wait_for_frame();
    __syncthreads();  // the tile stands, and all are done with the one before
    corner += g.plane;
    if (iy + 1 < piece.end) tile.fetch_frame(iy + 1, corner);
    float lap = s.taps.z[0] * along_y[M];
    lap = fmaf(s.taps.x[0], along_y[M], lap);
    lap = fmaf(s.taps.y[0], along_y[M], lap);
#pragma unroll
    for (int k = 1; k <= M; ++k) {
      lap = fmaf(s.taps.z[k], c[k] + c[-k], lap);
      lap = fmaf(s.taps.x[k], c[k * tile.pitch] + c[-k * tile.pitch], lap);
      lap = fmaf(s.taps.y[k], along_y[M + k] + along_y[M - k], lap);
    }
    const float t = taper * s.sponge_y[iy];
    float next = stepped(along_y[M], before, s.second_taper(t), v2dt2, lap);
    sources.in_plane(iy, s.n, [&](int z, int x, float pulse) {
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
    with_half_length(c.half_length, [&](auto m) { kernel_ = march_step<m>; });
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
    LADDER_KNOB(block, "threads a block, z by x", "march_step", 2, {64, 8}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536})};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "fused",
    .change = "a thread marches along y: values along y in registers, a plane in shared memory",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/31_march.counts.cuh"
