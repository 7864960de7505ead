// graph: the launches of many steps are one CUDA graph.
// flags: -O3 -ftz=true
//
// Changes: `steps` steps of fused are captured once into a graph and launched together. A step's
//   number is that of the graph's first step, which stands on the device, plus its place in it.
// Order: the step after an upload or a download differs, and steps that fill no graph are too few:
//   both are launched by themselves.
// Why: 3.7 us pass from launch to launch in a stream, and 0.9 to 1.3 us from node to node of a
//   graph, while the kernel of the thesis case needs 2.
// Expected: 3 us a step on an H100, 6 ms a run, 1.4 times faster than fused: 2 us of kernel and 1
//   us from node to node
// Launch: as fused; a graph of 100 steps.
// Run: ladder --stage=graph --block=32x8 --steps=100
#include "cuda_stages/shared/streams.cuh"
#include "cuda_stages/wave/fused_cell.cuh"

namespace {

// The number of a graph's first step stands on the device, so that one graph serves any stretch of
// the run.
__global__ void count_steps(int *first_step, int count) { *first_step += count; }

template <int M>
__global__ void fused_step(Step s, const int *first, int i) {
  step_cells<M>(s, *first + i);
}

enum { knob_block, knob_steps };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : block_(block_of(launch.knob[knob_block])), run_(c, aligned(c), block_),
        length_(launch.knob[knob_steps][0]), first_step_(1), second_(run_.before) {
    capture(graphs_[0], run_.now, run_.before);
    capture(graphs_[1], run_.before, run_.now);
    CHECK(cudaStreamSynchronize(stream_));
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    CHECK(cudaMemcpy(first_step_, &step, sizeof step, cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());  // so few bytes may still be under way
  }

  // The first step after an upload differs from those in a graph, and the last ones may fill none.
  void advance(int count) {
    run_.must_have_left(count);
    const int alone = run_.fresh() ? std::min(count, 1) : 0;
    launch_one_by_one(alone);
    for (count -= alone; count >= length_; count -= length_) {
      CHECK(cudaGraphLaunch(graphs_[run_.now == second_].exec, stream_));
      run_.take_steps(length_);
    }
    launch_one_by_one(count);
    CHECK(cudaStreamSynchronize(stream_));
  }

  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)}, {length_}}};
  }

 private:
  // Step i of a stretch, the one from n = *first_step_ + i.
  void launch(const Step &step, int i) const {
    with_half_length(run_.grid.m, [&](auto m) {
      fused_step<m><<<run_.blocks, block_, 0, stream_>>>(step, first_step_, i);
    });
    CHECK(cudaGetLastError());
  }

  // Steps from p(n) in `now` on, each in place of the field before it: recorded, not run.
  void capture(GraphExec &graph, float *now, float *before) {
    ::capture(graph, stream_, [&] {
      for (int i = 0; i < length_; ++i, std::swap(now, before))
        launch(run_.step_of(now, before, false), i);
      count(length_);
    });
  }

  void launch_one_by_one(int steps) {
    for (int i = 0; i < steps; ++i) {
      launch(run_.next_step(), i);
      run_.take_steps(1);
    }
    if (steps > 0) count(steps);
  }

  void count(int steps) {
    count_steps<<<1, 1, 0, stream_>>>(first_step_, steps);
    CHECK(cudaGetLastError());
  }

  const dim3 block_;
  SteppedRun run_;
  const int length_;  // steps of a graph
  const Stream stream_;
  const DeviceBuffer<int> first_step_;
  float *const second_;  // p(n) when the second graph begins
  GraphExec graphs_[2];  // either field may be p(n) when a graph begins
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "fused_step", 2, {32, 8}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "fused",
                .change = "many steps are launched together, as a CUDA graph", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave/33_graph.counts.cuh"
