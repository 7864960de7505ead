// persistent: one kernel for all steps, on volumes that fit the chip.
// flags: -O3 -ftz=true
//
// Changes: the threads stay for the whole stretch of steps. A thread has up to `cells` cells and
//   keeps p(n-1), (v dt)^2 and the taper of each in registers; p goes to the others through the
//   second-level cache. Between two steps all blocks wait for each other.
// Longer than a slide: one kernel for all steps replaces the kernel of a step and its graph.
// Why: a step of graph reads three arrays from that cache and costs 1.3 us from node to node. Here
//   one array is left, and a barrier of all blocks takes 1.1 us. Against it: the barrier waits for
//   the slowest block.
// Expected: at 50^3 and half-length 8 3 us a step on an H100, 1.3 times faster than graph: 1.1 us
//   for the barrier and 49 loads from the second-level cache
// Launch: cooperative, with as many blocks of `threads` threads as the device holds at once. Cells
//   follow each other from thread to thread, z fastest. A volume needs at most so many cells as all
//   threads have.
// Work per point: 16 bytes in the model of the other stages; here nothing has to leave the
//   second-level cache.
// Run: ladder --case=two-layer --stage=persistent
#include <cooperative_groups.h>

#include "cuda_stages/wave3d/entries.cuh"
#include "cuda_stages/wave3d/run.cuh"

namespace {

constexpr int most_cells = 8;

template <int M, int Cells>
__global__ __launch_bounds__(512) void advance_persistent(const __grid_constant__ Step s,
                                                          int sources, int count, float *now,
                                                          float *next) {
  const Grid &g = s.g;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  int at[Cells], source[Cells];  // -1: no cell; no source
  float before[Cells], v2dt2[Cells], taper[Cells];
#pragma unroll
  for (int i = 0; i < Cells; ++i) {
    const int cell = thread + i * threads;
    const bool exists = cell < g.cells();
    const int iz = cell % g.nz, ix = cell / g.nz % g.nx, iy = cell / g.nz / g.nx;
    at[i] = exists ? int(g.at(iz, ix, iy)) : -1;
    source[i] = -1;
    if (!exists) continue;
    v2dt2[i] = s.v2dt2[at[i]];
    taper[i] = s.taper(iz, ix, iy);
    before[i] = __fmul_rn(s.second_taper(taper[i]), s.before[at[i]]);
    for (int k = 0; k < sources; ++k) {
      const Source &candidate = s.sources.source[k];
      if (candidate.z == iz && candidate.x == ix && candidate.y == iy) source[i] = k;
    }
  }
  // p(n-1) lies where p(n+1) goes: all must have read it.
  cooperative_groups::this_grid().sync();

  for (int n = s.n; n < s.n + count; ++n) {
    s.record(now, n);
#pragma unroll
    for (int i = 0; i < Cells; ++i) {
      if (at[i] < 0) continue;
      const float *const p = now + at[i];
      const float c = p[0];
      float lap = s.taps.z[0] * c + s.taps.x[0] * c + s.taps.y[0] * c;
#pragma unroll
      for (int k = 1; k <= M; ++k) {
        lap += s.taps.z[k] * (p[k] + p[-k]);
        lap += s.taps.x[k] * (p[k * g.pitch] + p[-k * g.pitch]);
        lap += s.taps.y[k] * (p[k * int(g.plane)] + p[-k * int(g.plane)]);
      }
      float result = stepped(c, before[i], 1.0f, v2dt2[i], lap);
      if (source[i] >= 0) result += s.pulse(s.sources.source[source[i]], n);
      next[at[i]] = taper[i] * result;
      before[i] = __fmul_rn(taper[i], c);
    }
    cooperative_groups::this_grid().sync();  // p(n+1) is complete
    float *const done = now;
    now = next;
    next = done;
  }
}

enum { knob_threads, knob_cells };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : sources_(c.sources), threads_(launch.knob[knob_threads][0]), cells_(choose(c, launch)),
        run_(c, Grid(c, true), dim3(c.nz, c.nx, c.ny)) {}

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.must_have_left(count);
    if (count == 0) return;
    Step step = run_.next_step();
    float *now = run_.field(run_.now()), *next = run_.field(run_.before());
    int sources = sources_;
    void *arguments[] = {&step, &sources, &count, &now, &next};
    CHECK(cudaLaunchCooperativeKernel(kernel_, blocks_, threads_, arguments, 0, nullptr));
    run_.took_steps(count);
    CHECK(cudaDeviceSynchronize());
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return {{{threads_}, {cells_}}}; }

 private:
  // The fewest cells a thread with which the volume fits, or as many as were asked for. Sets kernel
  // and blocks too.
  int choose(const ladder_wave &c, const ladder_launch &launch) {
    const std::int64_t all = Grid(c, true).cells();
    const int processors = device_attribute(cudaDevAttrMultiProcessorCount),
              given = launch.knob[knob_cells][0];
    refuse_if(given == 3 || (given > 4 && given < most_cells), "cells is 1, 2, 4 or 8");
    for (int cells = given ? given : 1; cells <= (given ? given : most_cells); cells *= 2) {
      with_half_length(c.half_length, [&](auto m) {
        kernel_ = reinterpret_cast<const void *>(cells == 1   ? advance_persistent<m, 1>
                                                 : cells == 2 ? advance_persistent<m, 2>
                                                 : cells == 4 ? advance_persistent<m, 4>
                                                              : advance_persistent<m, 8>);
      });
      must_allow(kernel_, threads_);
      blocks_ = processors * blocks_a_multiprocessor(kernel_, threads_);
      if (all <= std::int64_t{1} * cells * blocks_ * threads_) {
        blocks_ = int((all + std::int64_t{1} * cells * threads_ - 1) / (cells * threads_));
        return cells;
      }
    }
    refuse_if(true, std::to_string(all) + " cells do not fit the chip: its threads have " +
                        std::to_string(std::int64_t{1} * (given ? given : most_cells) * blocks_ *
                                       threads_) +
                        "; take graph or tma");
    return 0;
  }

  const int sources_, threads_;
  const void *kernel_ = nullptr;
  int blocks_ = 0;
  const int cells_;
  Run run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(threads, "threads a block", "advance_persistent", 1, {512}, {32}, {512}),
    LADDER_KNOB(cells, "cells a thread: 1, 2, 4 or 8", nullptr, 1, {0}, {1}, {most_cells})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "graph",
                .change = "one kernel for all steps; p(n-1), (v dt)^2 and tapers stay in registers",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/36_persistent.counts.cuh"
