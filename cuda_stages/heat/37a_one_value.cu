// one-value: of each step a thread keeps one value a cell in registers.
// flags: -O3 -ftz=true
//
// Changes: temporal keeps two values a cell and step, and moves them from register to register at
//   every plane. Here it is one: all of a cell's next value but what the plane above adds. When
//   that plane comes, one multiply-add a cell completes it, in place; the plane below is taken from
//   shared memory, where the thread has shown it. The sides of tiles are known to the compiler.
// Order: as in temporal: complete, show | barrier | begin the next planes. Steps are begun from the
//   last to the first, so that each one's registers are free when its values are written. Cells of
//   the outermost planes are a branch of their own. What a plane above adds is rounded after the
//   rest, so the bits are not temporal's.
// Longer than a slide: a plane completes steps in place, and the host has one tile to choose from.
// Why: temporal issues 16 instructions a cell and step, of which the arithmetic needs 7: two moves,
//   places, a bound for each copy. With half the registers a tile may have 72 x 72 cells, of which
//   64 x 64 are kept: 1.35 times the cells at 512^3 instead of 1.42.
// Expected: 115 us a step at 512^3 on an H100, 1165 Gpoint/s, 1.3 times faster than temporal: with
//   lines that follow each other without conflicts of banks, shared memory is busy three quarters
//   of the time, and the memory half
// Launch: a thread has 4 cells along z on 4 lines; a tile has 72 x 72 cells and 324 threads.
//   `planes` of a piece along y are chosen so that the multiprocessors compute the fewest cells
//   one after the other. `steps` are those of a pass. Not temporal's --lines=2: with two lines a
//   thread shared memory bounds it (NOTES.md).
// Run: ladder --case=heat-512 --stage=one-value --steps=4
#include <cuda_pipeline_primitives.h>

#include <string>

#include "cuda_stages/heat/cheapest_planes.cuh"
#include "cuda_stages/heat/marching.cuh"
#include "cuda_stages/heat/quad.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

constexpr int most_steps = 4, lines = 4;
// Planes of T(n) that a block holds or waits for; the oldest is the one below.
constexpr int ring = 4;

// Cells further from the rim than the steps of a pass are right after them.
template <int Steps>
struct Tile {
  static constexpr int quads = 18, rows = 18;
  static constexpr int z = 4 * quads, x = lines * rows;
  // From a thread's lines to those of the next row of threads in shared memory: where eight threads
  // load 128 bytes at once, that row goes on where this one ends, and they meet in no bank.
  static constexpr int pad = (z + 32 - lines * z % 32) % 32, row = lines * z + pad;
  static constexpr int size = row * rows;
  static constexpr int threads = (quads * rows + 31) / 32 * 32;
  static constexpr int right_z = z - 8, right_x = x - 2 * Steps;
  static constexpr int bytes = (ring + 2 * (Steps - 1)) * size * int(sizeof(float));
};

template <int Steps>
__global__ __launch_bounds__(Tile<Steps>::threads) void advance_one_value(
    Grid g, int planes_of_piece, float factor, const float *__restrict__ now,
    float *__restrict__ next) {
  using T = Tile<Steps>;
  constexpr int size = T::size, pitch = T::z;
  extern __shared__ float4 shared[];
  const int t = threadIdx.x;
  const bool computes = t < T::quads * T::rows;  // the others only go along
  const int q = computes ? t % T::quads : 0, row = computes ? t / T::quads : 0;
  float *const in_ring = reinterpret_cast<float *>(shared) + 4 * q + T::row * row;
  float *const shown = in_ring + ring * size;  // [Steps - 1][2] planes
  const int iz = int(blockIdx.x) * T::right_z - 4 + 4 * q;
  const int ix = int(blockIdx.y) * T::right_x - Steps + lines * row;
  const int begin = blockIdx.z * planes_of_piece, end = min(g.ny, begin + planes_of_piece);
  const int first = max(0, begin - Steps), last = end - 1 + Steps;

  const bool reads_z = computes && iz >= 0 && iz < g.nz;
  const bool first_lane = t % 32 == 0 && q > 0, last_lane = t % 32 == 31 && q < T::quads - 1;
  // At the rim of the tile a line is its own neighbour: what follows from it is not kept.
  const int to_left = row > 0 ? -pitch - T::pad : 0;
  const int to_right = row < T::rows - 1 ? T::row : (lines - 1) * pitch;
  Quad f[lines];
  bool inside[lines], keeps[lines];
  std::int64_t line[lines];  // the place of its cells in a plane
#pragma unroll
  for (int i = 0; i < lines; ++i) {
    const int x = ix + i, in_tile = lines * row + i;
    inside[i] = reads_z && x >= 0 && x < g.nx;
    keeps[i] = inside[i] && q > 0 && q < T::quads - 1 && in_tile >= Steps && in_tile < T::x - Steps;
    line[i] = inside[i] ? g.at(iz, x, 0) : 0;
    f[i] = factors_along_z(x > 0 && x < g.nx - 1 ? factor : 0.0f, iz, g.nz);
  }
  const float *from = now + g.plane() * first;
  float *to = next + g.plane() * (first - Steps);
  // Asks for plane y of T(n); beyond the grid it is zero.
  const auto fetch = [&](int y, int slot) {
    if (computes && y <= last)
#pragma unroll
      for (int i = 0; i < lines; ++i) {
        const bool comes = inside[i] && y < g.ny;
        __pipeline_memcpy_async(in_ring + slot * size + i * pitch, comes ? from + line[i] : now, 16,
                                comes ? 0 : 16);
      }
    __pipeline_commit();
    from += g.plane();
  };

#pragma unroll
  for (int k = 0; k < ring - 1; ++k) fetch(first + k, k);
  Quad rest[Steps][lines] = {};         // of a plane after each step: all but what is above adds
  int slot = 0, below_slot = ring - 1;  // of planes y and y - 1
  int odd = 0;
  int y = first;
  const auto take_plane = [&]<bool Outermost>() {
    __pipeline_wait_prior(ring - 2);  // plane y has come, of this thread
    // Threads without cells look at what nobody writes meanwhile.
    const int own_slot = computes ? slot : below_slot, own_below = computes ? below_slot : slot;
    Quad in[lines];
#pragma unroll
    for (int i = 0; i < lines; ++i) in[i] = load_quad(in_ring + own_slot * size + i * pitch);
    float *const show = shown + odd * size;
    const float *const shown_before = shown + (computes ? odd ^ 1 : odd) * size;
#pragma unroll
    for (int s = 0; s < Steps; ++s) {  // plane y - s - 1 after s + 1 steps is complete now
      const Quad *const above = s > 0 ? rest[s - 1] : in;
      const bool stays = Outermost && (y - s - 1 <= 0 || y - s - 1 >= g.ny - 1);
#pragma unroll
      for (int i = 0; i < lines; ++i) {
        if (s > 0 && computes) store_quad(show + 2 * (s - 1) * size + i * pitch, above[i]);
        if (!stays)
#pragma unroll
          for (int j = 0; j < 4; ++j)
            rest[s][i].c[j] = fmaf(f[i].c[j], above[i].c[j], rest[s][i].c[j]);
      }
    }
    if (y - Steps >= begin)
#pragma unroll
      for (int i = 0; i < lines; ++i)
        if (keeps[i]) store_quad(to + line[i], rest[Steps - 1][i]);
    to += g.plane();
    __syncthreads();  // the new planes are complete
#pragma unroll
    for (int s = Steps - 1; s >= 0; --s) {  // plane y - s after s steps is a centre now
      const float *const at = s > 0 ? show + 2 * (s - 1) * size : in_ring + slot * size;
      const float *const beneath =
          s > 0 ? shown_before + 2 * (s - 1) * size : in_ring + own_below * size;
      const Quad *const centre = s > 0 ? rest[s - 1] : in;
      const bool stays = Outermost && (y - s <= 0 || y - s >= g.ny - 1);
      const Quad left = load_quad(at + to_left), right = load_quad(at + to_right);
#pragma unroll
      for (int i = 0; i < lines; ++i) {
        const Quad &c = centre[i], below = load_quad(beneath + i * pitch);
        float before = __shfl_up_sync(0xffffffff, c.c[3], 1);
        float behind = __shfl_down_sync(0xffffffff, c.c[0], 1);
        if (first_lane) before = at[i * pitch - 1];
        if (last_lane) behind = at[i * pitch + 4];
        const Quad &l = i > 0 ? centre[i - 1] : left, &r = i < lines - 1 ? centre[i + 1] : right;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const float sum = ((j > 0 ? c.c[j - 1] : before) + (j < 3 ? c.c[j + 1] : behind)) +
                            (l.c[j] + r.c[j]) + below.c[j];
          const float value = fmaf(f[i].c[j], fmaf(-6.0f, c.c[j], sum), c.c[j]);
          rest[s][i].c[j] = stays ? c.c[j] : value;
        }
      }
    }
    fetch(y + ring - 1, below_slot);
    below_slot = slot;
    slot = (slot + 1) % ring;
    odd ^= 1;
  };
  for (; y <= last; ++y)
    if (y - Steps > 0 && y < g.ny - 1)
      take_plane.template operator()<false>();
    else
      take_plane.template operator()<true>();
}

enum { knob_threads, knob_steps, knob_planes };

int planes_of(const ladder_launch &launch, const Grid &g, int processors) {
  using T = Tile<most_steps>;
  if (const int given = launch.knob[knob_planes][0]) return given;
  return cheapest_planes(g.ny, double(ceil_div(g.nz, T::right_z)) * ceil_div(g.nx, T::right_x),
                         2 * most_steps, processors);
}

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : factor_(c.factor), field_(Grid(c, 4)), steps_(launch.knob[knob_steps][0]),
        planes_(planes_of(launch, field_.grid, device_attribute(cudaDevAttrMultiProcessorCount))) {
    refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads,
              "a tile takes " + std::to_string(threads) + " threads: leave --threads out");
    const int have = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    refuse_if(Tile<most_steps>::bytes > have,
              "a block needs " + std::to_string(Tile<most_steps>::bytes) +
                  " bytes of shared memory, and has " + std::to_string(have) + ": take temporal");
    allow<1>(), allow<2>(), allow<3>(), allow<4>();
  }

  void upload(const float *now) { field_.upload(now); }
  void download(float *now) { field_.download(now); }

  // Passes of as many steps as were asked for, then one of what is left.
  void advance(int count) {
    for (int steps; count > 0; count -= steps, field_.swap()) {
      steps = std::min(count, steps_);
      steps == 1 ? pass<1>() : steps == 2 ? pass<2>() : steps == 3 ? pass<3>() : pass<4>();
      CHECK(cudaGetLastError());
    }
    CHECK(cudaStreamSynchronize(stream_));
  }

  ladder_launch used() const { return {{{threads}, {steps_}, {planes_}}}; }

 private:
  static constexpr int threads = Tile<most_steps>::threads;

  template <int Steps>
  void allow() const {
    CHECK(cudaFuncSetAttribute(advance_one_value<Steps>,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, Tile<Steps>::bytes));
  }
  template <int Steps>
  void pass() const {
    using T = Tile<Steps>;
    const Grid &g = field_.grid;
    const dim3 blocks(ceil_div(g.nz, T::right_z), ceil_div(g.nx, T::right_x),
                      ceil_div(g.ny, planes_));
    advance_one_value<Steps>
        <<<blocks, threads, T::bytes, stream_>>>(g, planes_, factor_, field_.now(), field_.next());
  }
  const float factor_;
  Field field_;
  const int steps_, planes_;
  const Stream stream_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(threads, "threads a block; its tile sets it", "advance_one_value", 1, {0}, {32},
                {1024}),
    LADDER_KNOB(steps, "steps of a pass", nullptr, 1, {4}, {1}, {most_steps}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536})};

}  // namespace

LADDER_STAGE = {
    LADDER_HEAT_FRAME, .parent = "temporal",
    .change = "of each step a thread keeps one value a cell; the sides of tiles are constants",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
#include "cuda_stages/heat/37a_one_value.counts.cuh"
