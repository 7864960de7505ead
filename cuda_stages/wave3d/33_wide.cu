// wide: a thread has four cells along z, and every access is a vector of 16 bytes.
// flags: -O3 -ftz=true
//
// Changes: a thread of arrive has one cell, here `lines` lines of 4 cells; it loads, stores and
//   reads shared memory 4 cells at a time. Planes come by asynchronous copies of 16 bytes into a
//   ring of 3, two planes ahead.
// Longer than a slide: four cells a thread change each access, and planes arrive by asynchronous
//   copies.
// Why: of the 2M+1 values along z that a cell needs its neighbours need most too: 4 cells read 5
//   quads at M = 8, not 68 values. A quarter of the instructions move data, and what is on its way
//   waits in shared memory, not in registers.
// Expected: at 512^3 on an H100 93, 92, 85 and 72 % of the copy speed at orders 2, 4, 8 and 16: 21
//   reads of 16 bytes from shared memory for 4 cells at order 16; the barrier of each plane and too
//   little on its way for the rest
// Launch: `block` is the threads along z and x; `planes` of a piece, chosen to fill the device
//   unless given. Not arrive's --block=64x8: with 4 cells a thread 16 x 16 threads have 64 x 16
//   cells.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2
//   operations a tap and 6 more.
// Run: ladder --case=two-layer-512 --stage=wide --block=16x16 --lines=1
#include <cuda_pipeline_primitives.h>

#include "cuda_stages/wave3d/entries.cuh"
#include "cuda_stages/wave3d/sums.cuh"

namespace {

constexpr int ring = 3;
constexpr int most_threads(int m, int lines) { return lines == 1 || m == 1 ? 512 : 256; }

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M, Lines)) void wide_step(const __grid_constant__ Step s,
                                                                    int planes) {
  constexpr int F = frame_along_z(M);
  extern __shared__ __align__(16) float tiles[];  // [ring][x + 2 M][pitch]
  const Grid &g = s.g;
  s.record(s.now, s.n);
  const int pitch = 4 * blockDim.x + 2 * F, lines = Lines * blockDim.y + 2 * M;
  const int begin_z = 4 * blockIdx.x * blockDim.x, begin_x = Lines * blockIdx.y * blockDim.y;
  const int iz = begin_z + 4 * threadIdx.x, ix = begin_x + Lines * threadIdx.y;
  const int place = F + 4 * threadIdx.x + pitch * (M + Lines * threadIdx.y);
  const Piece piece(g, planes, blockIdx.z);
  const auto tile_of = [&](int y) { return tiles + (y - piece.first) % ring * pitch * lines; };
  const auto fetch = [&](int y) {
    if (y <= piece.last && y < g.ny)
      for (int l = threadIdx.y; l < lines; l += blockDim.y)
        for (int q = 4 * threadIdx.x; q < pitch; q += 4 * blockDim.x) {
          const int z = begin_z - F + q, x = begin_x - M + l;
          const bool inside = z >= 0 && z < g.nz && x >= 0 && x < g.nx;
          __pipeline_memcpy_async(tile_of(y) + q + l * pitch,
                                  inside ? s.now + g.at(z, x, y) : s.now, 16, inside ? 0 : 16);
        }
    __pipeline_commit();
  };
  const OwnCells<Lines> cells(s, iz, ix);
  SourcesOnTheWay sources(s);
  Sums<M, Lines> sums;
  fetch(piece.first);
  fetch(piece.first + 1);

#pragma unroll(M <= 4 ? 2 : 1)
  for (int y = piece.first; y <= piece.last; ++y) {
    const int done = y - M;  // the plane that y completes
    Quad before[Lines] = {}, v2dt2[Lines] = {};
    if (done >= piece.begin)
#pragma unroll
      for (int i = 0; i < Lines; ++i)
        if (iz < g.nz && ix + i < g.nx) {
          before[i] = load_quad(s.before + g.at(iz, ix + i, done));
          v2dt2[i] = load_quad(s.v2dt2 + g.at(iz, ix + i, done));
        }
    __pipeline_wait_prior(ring - 2);  // plane y has come, of this thread
    __syncthreads();                  // of all threads, and they are done with the plane before
    fetch(y + 2);
    Quad value[Lines], lap[Lines];
    if (y < g.ny)
      sums.take(tile_of(y) + place, pitch, s.taps, value, lap);
    else
      sums.take_nothing(s.taps, value, lap);
    if (done < piece.begin) continue;
    Quad next[Lines];
    cells.finish(s, done, s.n, s.fresh, sources, value, before, v2dt2, lap, next);
#pragma unroll
    for (int i = 0; i < Lines; ++i)
      if (iz < g.nz && ix + i < g.nx) store_quad(s.before + g.at(iz, ix + i, done), next[i]);
  }
}

inline int longest_piece(const ladder_wave &c) { return c.half_length == 1 ? short_piece : c.ny; }

enum { knob_block, knob_lines, knob_planes };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : block_(block_of(launch.knob[knob_block])), lines_(launch.knob[knob_lines][0]),
        planes_(planes(c, launch.knob[knob_planes][0])),
        run_(c, Grid(c, false), dim3(4 * block_.x, lines_ * block_.y, planes_)) {}

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.advance(count, [&](const Step &step) {
      kernel_<<<run_.blocks, block_, shared_bytes(step.g.m)>>>(step, planes_);
    });
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return {{{int(block_.x), int(block_.y)}, {lines_}, {planes_}}}; }

 private:
  int shared_bytes(int m) const {
    return ring * (4 * block_.x + 2 * frame_along_z(m)) * (lines_ * block_.y + 2 * m) *
           int(sizeof(float));
  }

  // Sets the kernel too.
  int planes(const ladder_wave &c, int given) {
    with_half_length(c.half_length,
                     [&](auto m) { kernel_ = lines_ == 2 ? wide_step<m, 2> : wide_step<m, 1>; });
    const int threads = block_.x * block_.y, bytes = shared_bytes(c.half_length);
    must_allow(kernel_, threads);
    must_allow_shared(kernel_, bytes);
    return planes_of_piece(given, Grid(c, false), 4 * block_.x, lines_ * block_.y,
                           blocks_at_once(kernel_, threads, bytes), longest_piece(c));
  }

  void (*kernel_)(Step, int) = nullptr;
  const dim3 block_;
  const int lines_, planes_;
  Run run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "wide_step", 2, {16, 16}, {1, 1}, {256, 256}),
    LADDER_KNOB(lines, "lines of 4 cells a thread, 1 or 2", nullptr, 1, {1}, {1}, {2}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536})};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "arrive",
    .change = "a thread has lines of 4 cells: vector loads, neighbours along z from registers",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/33_wide.counts.cuh"
