// The host's side of `three-step`: its tile, the pieces along y, the tensor maps, four fields that
// take turns, the receivers sorted by blocks, and the launch of a pass. No maths here.
#pragma once

#include "cuda_stages/wave3d/rim_tile.cuh"
#include "cuda_stages/wave3d/sums.cuh"

namespace {

struct Maps {
  CUtensorMap now, before, v2dt2;
};

constexpr int most_steps = 3, slots = 4;

// The cells that a block keeps, the rim in which it computes the steps before the last one, and the
// frame of p(n).
struct DeepTile {
  int keep_z, keep_x, lines, m;
  static constexpr int in_a_word = 4, values = 256;
  __host__ __device__ int rim_x() const { return (most_steps - 1) * m; }
  __host__ __device__ int z() const { return keep_z + 2 * rim_z; }
  __host__ __device__ int x() const { return keep_x + 2 * rim_x(); }
  __host__ __device__ int pitch() const { return z() + 2 * rim_z; }
  __host__ __device__ int framed_x() const { return x() + 2 * m; }
  __host__ __device__ static constexpr int whole(int cells) { return (cells + 31) / 32 * 32; }
  __host__ __device__ int framed() const { return pitch() * framed_x(); }
  __host__ __device__ int pitch_of_bytes() const { return (z() + 12 + 15) / 16 * 16; }
  __host__ __device__ int v2dt2() const { return pitch_of_bytes() / in_a_word * x(); }
  __host__ __device__ int before_at() const { return whole(framed()); }
  __host__ __device__ int v2dt2_at() const { return before_at() + whole(z() * x()); }
  __host__ __device__ int slot() const { return v2dt2_at() + whole(v2dt2()); }
  int bytes() const {
    return (values + slots * slot() + (most_steps - 1) * 2 * whole(framed())) * int(sizeof(float));
  }
  int computing() const { return z() / 4 * (x() / lines); }
  int threads() const { return ceil_div(computing(), 32) * 32; }
};

constexpr int most_threads_of_deep(int m, int lines) { return lines == 1 && m == 1 ? 512 : 384; }

// From the knobs threads, tile and lines.
inline DeepTile choose_deep_tile(const ladder_wave &c, const ladder_launch &launch) {
  const int m = c.half_length, *given = launch.knob[knob_tile], lines = launch.knob[knob_lines][0];
  refuse_if(
      m > 2 || m * lines > 2,
      "three steps in one pass are compiled for half-lengths 1 and 2, with two lines a thread for "
      "1 alone: take palette, or --lines=1");
  const DeepTile tile{given[0] ? given[0] : 56, given[1] ? given[1] : m == 1 ? 28 : 16, lines, m};
  refuse_if(tile.keep_z % 4 || tile.x() % lines, "a tile is a multiple of 4 x " +
                                                     std::to_string(lines) +
                                                     " cells, z by x, which a thread computes");
  const int threads = tile.threads(), most = most_threads_of_deep(m, lines);
  refuse_if(threads > most, "a tile of " + std::to_string(threads) +
                                " threads: at this half-length " + std::to_string(most) +
                                " can be");
  refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads,
            "this tile takes " + std::to_string(threads) + " threads: leave --threads out");
  return tile;
}

using DeepKernel = void (*)(Maps, Step, DeepTile, int, float *, float *, SourcesView);

// Kernels::of<M, lines, Steps>() is the kernel of a pass of so many steps.
template <typename Kernels>
class ThreeStepStage {
 public:
  ThreeStepStage(const ladder_wave &c, const ladder_launch &launch, const Bytes &bytes = {})
      : tile_(choose_deep_tile(c, launch)), planes_(planes(c, launch)),
        run_(c, Grid(c, false), dim3(tile_.keep_z, tile_.keep_x, planes_),
             dim3(rim_z, tile_.rim_x(), tile_.rim_x()), 4, bytes),
        receivers_(as_sources(c), dim3(tile_.keep_z, tile_.keep_x, planes_), run_.blocks,
                   dim3(0, 0, 0)) {
    for (int k = 0; k < 4; ++k) {
      framed_[k] = tensor_map(run_.field(k), run_.grid, tile_.pitch(), tile_.framed_x());
      tiled_[k] = tensor_map(run_.field(k), run_.grid, tile_.z(), tile_.x());
    }
    v2dt2_ =
        tensor_map(run_.v2dt2.cells(), run_.v2dt2.grid(), tile_.pitch_of_bytes() / 4, tile_.x());
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    spare_[0] = 2, spare_[1] = 3;
  }

  void advance(int count) {
    run_.must_have_left(count);
    for (int steps = most_steps; steps >= 2; --steps)
      for (; count >= steps; count -= steps) {
        const int next = spare_[0], after = spare_[1];
        const Step step = launch(steps, next, after);
        spare_[0] = run_.before(), spare_[1] = run_.now();
        run_.took_steps(steps, after, next);
        if (step.receivers) {
          record_sample<<<ceil_div(step.receivers, 256), 256>>>(step, run_.field(next),
                                                                step.n + steps - 1);
          CHECK(cudaGetLastError());
        }
      }
    if (count) {
      launch(1, run_.before(), run_.before());
      run_.took_steps(1);
    }
    CHECK(cudaDeviceSynchronize());
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{tile_.threads()}, {tile_.keep_z, tile_.keep_x}, {tile_.lines}, {planes_}}};
  }

 private:
  static ladder_wave as_sources(ladder_wave c) {
    c.sources = c.receivers, c.source_cells = c.receiver_cells;
    return c;
  }

  // Results go to the fields `next` and `after`.
  Step launch(int steps, int next, int after) const {
    const Step step = run_.next_step();
    const Maps maps = {framed_[run_.now()], tiled_[run_.before()], v2dt2_};
    kernel_[steps - 1]<<<run_.blocks, tile_.threads(), tile_.bytes()>>>(
        maps, step, tile_, planes_, run_.field(next), run_.field(after), receivers_.view());
    CHECK(cudaGetLastError());
    return step;
  }

  template <int M, int lines>
  void take_kernels() {
    kernel_[0] = Kernels::template of<M, lines, 1>();
    kernel_[1] = Kernels::template of<M, lines, 2>();
    kernel_[2] = Kernels::template of<M, lines, 3>();
  }

  // Sets the kernels too.
  int planes(const ladder_wave &c, const ladder_launch &launch) {
    must_have_accelerator();
    if (c.half_length == 1)
      tile_.lines == 1 ? take_kernels<1, 1>() : take_kernels<1, 2>();
    else
      take_kernels<2, 1>();
    for (const DeepKernel kernel : kernel_) must_allow_shared(kernel, tile_.bytes());
    return planes_of_piece(launch.knob[knob_planes][0], Grid(c, false), tile_.keep_z, tile_.keep_x,
                           blocks_at_once(kernel_[2], tile_.threads(), tile_.bytes()),
                           4 * short_piece);
  }

  DeepKernel kernel_[most_steps] = {};
  const DeepTile tile_;
  const int planes_;
  Run run_;
  const SortedSources receivers_;
  CUtensorMap framed_[4], tiled_[4],
      v2dt2_;              // boxes of each field: with the frame, and the tile with its rim
  int spare_[2] = {2, 3};  // the fields that are neither p(n) nor p(n-1)
};

}  // namespace
