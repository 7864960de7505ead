// temporal: several steps in one pass through memory.
// flags: -O3 -ftz=true
//
// Changes: a block marches along y with a tile of planes and makes `steps` steps on its way: when
//   plane y of T(n) comes, plane y-1 of T(n+1) can be finished, with it plane y-2 of T(n+2), and so
//   on.
// Order: of each step a thread keeps two values a cell in registers: T of the plane that is the
//   centre, and the sum of the neighbours that it has so far, all but the one above. A new plane is
//   that neighbour, so all steps follow from registers alone; then the new planes are shown in
//   shared memory, and behind one barrier each thread takes from there the neighbours along z and x
//   of the planes that are the centres now.
// Longer than a slide: the march through several steps replaces the march of one, and a pass has a
//   tile with a rim.
// Why: on a field beyond the second-level cache a step cannot be faster than 8 bytes a point cross
//   the memory. Here they cross once for 4 steps. The price is a rim around each tile that its
//   neighbours compute too: at 512^3 1.4 times the cells.
// Expected: 900 Gpoint/s at 512^3 on an H100, 2.4 times what the copy speed allows one step a
//   launch: a pass of 4 steps moves 9 bytes a point, 0.4 ms, and computes 1.42 times the cells at 8
//   a clock and multiprocessor, 0.41 ms; together 0.6 ms
// Launch: a thread has 4 cells along z on `lines` lines, 2 or 4. `tile` (z by x), `planes` of a
//   piece along y and with the tile `threads` are chosen so that the multiprocessors compute the
//   fewest cells one after the other. `steps` are those of a pass; wide's --steps=100 are those of
//   a graph. Not wide's --lines=1, which is not built here.
// Work per point: 8 bytes a step in the model of the other stages; here 8 a pass and 8 operations,
//   each times what the rim adds.
// Run: ladder --case=heat-512 --stage=temporal --steps=4
#include <cuda_pipeline_primitives.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "cuda_stages/heat/passes.cuh"
#include "cuda_stages/heat/quad.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

template <int Steps, int Lines, int Threads>
__global__ __launch_bounds__(Threads) void advance_temporal(Grid g, Pass pass, float factor,
                                                            const float *__restrict__ now,
                                                            float *__restrict__ next) {
  extern __shared__ float4 shared[];
  float *const planes = reinterpret_cast<float *>(shared);  // [pass.buffers()][pass.x()][pitch]
  const int pitch = pass.pitch(), size = pitch * pass.x();
  const int t = threadIdx.x;
  const bool computes = t < pass.quads * pass.rows;  // the others only go along, and keep nothing
  const int q = computes ? t % pass.quads : 0, row = computes ? t / pass.quads : 0;
  const int place = 4 * q + pitch * Lines * row;
  const int iz = int(blockIdx.x) * pass.right_z() - 4 + 4 * q;
  const int ix = int(blockIdx.y) * pass.right_x() - Steps + Lines * row;
  const int begin = blockIdx.z * pass.planes, end = min(g.ny, begin + pass.planes);

  const bool reads_z = computes && iz >= 0 && iz < g.nz;
  const bool keeps_z = reads_z && q > 0 && q < pass.quads - 1;
  const bool first_lane = t % 32 == 0 && q > 0, last_lane = t % 32 == 31 && q < pass.quads - 1;
  // At the rim of the tile a line is its own neighbour: what follows from it is not kept.
  const int to_left = row > 0 ? -pitch : 0;
  const int to_right = Lines * pitch - (row < pass.rows - 1 ? 0 : pitch);
  Quad f[Lines];
#pragma unroll
  for (int i = 0; i < Lines; ++i)
    f[i] = factors_along_z(ix + i > 0 && ix + i < g.nx - 1 ? factor : 0.0f, iz, g.nz);

  const auto in_ring = [&](int y) { return planes + (y & (ring - 1)) * size + place; };
  const auto shown = [&](int s, int y) {
    return planes + (ring + 2 * (s - 1) + (y & 1)) * size + place;
  };
  const int first = max(0, begin - Steps), last = end - 1 + Steps;
  // Asks for a plane of T(n); beyond the grid it is zero.
  const auto fetch = [&](int y) {
    if (computes)
#pragma unroll
      for (int i = 0; i < Lines; ++i) {
        const bool inside = reads_z && ix + i >= 0 && ix + i < g.nx && y <= last && y < g.ny;
        __pipeline_memcpy_async(in_ring(y) + i * pitch, inside ? now + g.at(iz, ix + i, y) : now,
                                16, inside ? 0 : 16);
      }
    __pipeline_commit();
  };

#pragma unroll
  for (int k = 0; k < ring - 1; ++k) fetch(first + k);
  Quad centre[Steps][Lines] = {}, sum[Steps][Lines] = {};
  for (int y = first; y <= last; ++y) {
    __pipeline_wait_prior(ring - 2);  // plane y has come, of this thread
    Quad in[Lines];
#pragma unroll
    for (int i = 0; i < Lines; ++i) in[i] = computes ? load_quad(in_ring(y) + i * pitch) : Quad{};
#pragma unroll
    for (int s = 0; s < Steps; ++s) {  // in: plane y - s after s steps
      if (s > 0 && computes)
#pragma unroll
        for (int i = 0; i < Lines; ++i) store_quad(shown(s, y) + i * pitch, in[i]);
      // The sum of a cell of plane y - s - 1 is complete now. The outermost planes stay.
      if (y - s - 1 > 0 && y - s - 1 < g.ny - 1) {
#pragma unroll
        for (int i = 0; i < Lines; ++i)
#pragma unroll
          for (int j = 0; j < 4; ++j) {
            const float c = centre[s][i].c[j], above = in[i].c[j];
            in[i].c[j] = fmaf(f[i].c[j], fmaf(-6.0f, c, sum[s][i].c[j] + above), c);
            centre[s][i].c[j] = above;
            sum[s][i].c[j] = c;  // which is below
          }
      } else {
#pragma unroll
        for (int i = 0; i < Lines; ++i) {
          sum[s][i] = centre[s][i];
          centre[s][i] = in[i];
          in[i] = sum[s][i];
        }
      }
    }
    const int done = y - Steps;  // in: this plane after all steps
    if (done >= begin && keeps_z)
#pragma unroll
      for (int i = 0; i < Lines; ++i) {
        const int l = Lines * row + i;
        if (l >= Steps && l < pass.x() - Steps && ix + i < g.nx)
          store_quad(next + g.at(iz, ix + i, done), in[i]);
      }
    __syncthreads();  // the new planes are complete, and all are done with those before
    fetch(y + ring - 1);
#pragma unroll
    for (int s = 0; s < Steps; ++s) {
      const float *const at = s > 0 ? shown(s, y) : in_ring(y);
      const Quad left = load_quad(at + to_left), right = load_quad(at + to_right);
#pragma unroll
      for (int i = 0; i < Lines; ++i) {
        const Quad &c = centre[s][i];
        float before = __shfl_up_sync(0xffffffff, c.c[3], 1);
        float behind = __shfl_down_sync(0xffffffff, c.c[0], 1);
        if (first_lane) before = at[i * pitch - 1];
        if (last_lane) behind = at[i * pitch + 4];
        const Quad &l = i > 0 ? centre[s][i - 1] : left,
                   &r = i < Lines - 1 ? centre[s][i + 1] : right;
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sum[s][i].c[j] +=
              ((j > 0 ? c.c[j - 1] : before) + (j < 3 ? c.c[j + 1] : behind)) + (l.c[j] + r.c[j]);
      }
    }
  }
}

constexpr int threads_of_lines(int lines) { return lines == 2 ? 512 : 256; }

enum { knob_threads, knob_steps, knob_lines, knob_tile, knob_planes };

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : factor_(c.factor), field_(Grid(c, 4)), steps_(launch.knob[knob_steps][0]),
        lines_(launch.knob[knob_lines][0]) {
    refuse_if(lines_ == 3, "lines is 2 or 4");
    const GivenPass given{launch.knob[knob_tile][0], launch.knob[knob_tile][1],
                          launch.knob[knob_planes][0]};
    for (int s = 1; s <= steps_; ++s) {
      passes_.push_back(choose_pass(field_.grid, s, lines_, threads_of_lines(lines_), given,
                                    device_attribute(cudaDevAttrMultiProcessorCount),
                                    device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)));
      CHECK(cudaFuncSetAttribute(kernel(s), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 passes_.back().shared_bytes()));
    }
    const int threads = passes_.back().threads();
    refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads,
              "this tile takes " + std::to_string(threads) + " threads: leave --threads out");
  }

  void upload(const float *now) { field_.upload(now); }
  void download(float *now) { field_.download(now); }

  // Passes of as many steps as were asked for, then one of what is left.
  void advance(int count) {
    for (int steps; count > 0; count -= steps, field_.swap()) {
      steps = std::min(count, steps_);
      const Pass &pass = passes_[steps - 1];
      const Kernel run = kernel(steps);
      const dim3 blocks(pass.nz, pass.nx, pass.ny);
      run<<<blocks, pass.threads(), pass.shared_bytes(), stream_>>>(field_.grid, pass, factor_,
                                                                    field_.now(), field_.next());
      CHECK(cudaGetLastError());
    }
    CHECK(cudaStreamSynchronize(stream_));
  }

  ladder_launch used() const {
    const Pass &pass = passes_.back();
    return {{{pass.threads()}, {steps_}, {lines_}, {pass.z(), pass.x()}, {pass.planes}}};
  }

 private:
  using Kernel = void (*)(Grid, Pass, float, const float *, float *);

  Kernel kernel(int steps) const {
    constexpr int few = threads_of_lines(4), many = threads_of_lines(2);
    switch (steps) {
      case 1:
        return lines_ == 2 ? advance_temporal<1, 2, many> : advance_temporal<1, 4, few>;
      case 2:
        return lines_ == 2 ? advance_temporal<2, 2, many> : advance_temporal<2, 4, few>;
      case 3:
        return lines_ == 2 ? advance_temporal<3, 2, many> : advance_temporal<3, 4, few>;
      default:
        return lines_ == 2 ? advance_temporal<4, 2, many> : advance_temporal<4, 4, few>;
    }
  }

  const float factor_;
  Field field_;
  const int steps_, lines_;
  std::vector<Pass> passes_;  // of 1, 2, ... steps
  const Stream stream_;
};

const ladder_knob knobs[] = {
    // No kernel is named: a last pass of fewer steps has blocks of its own.
    LADDER_KNOB(threads, "threads a block; its tile sets it", nullptr, 1, {0}, {32}, {512}),
    LADDER_KNOB(steps, "steps of a pass", nullptr, 1, {4}, {1}, {most_steps}),
    LADDER_KNOB(lines, "lines of 4 cells a thread, 2 or 4", nullptr, 1, {2}, {2}, {4}),
    LADDER_KNOB(tile, "cells of a block with its rim, z by x", nullptr, 2, {0, 0}, {12, 4},
                {4096, 4096}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536})};

}  // namespace

LADDER_STAGE = {
    LADDER_HEAT_FRAME, .parent = "wide",
    .change = "several steps in one pass through memory, each a plane behind the one before",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/37_temporal.counts.cuh"
