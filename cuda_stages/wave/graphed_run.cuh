// Steps in CUDA graphs, as 33_graph.cu explains it, for the stages whose idea is the kernel in
// them. No maths here.
#pragma once
#include <functional>

#include "cuda_stages/shared/streams.cuh"
#include "cuda_stages/wave/stepped_run.cuh"

namespace {

// The number of a graph's first step is on the device, so that one graph serves any stretch of
// the run.
__global__ void count_steps(int *first_step, int count) { *first_step += count; }

class GraphedRun : public SteppedRun {
 public:
  // Launches step i of a stretch, the one from n = *first + i.
  using Launch =
      std::function<void(cudaStream_t stream, const Step &step, const int *first, int i)>;

  // A graph has `length` steps.
  GraphedRun(const ladder_wave &c, const Padded &grid, dim3 tile, int length)
      : SteppedRun(c, grid, tile), length(length), second(before), first_step_(1) {}

  // Once, when all that `launch` needs exists.
  void capture(Launch launch) {
    launch_ = launch;
    capture(graphs_[0], now, before);
    capture(graphs_[1], before, now);
    CHECK(cudaStreamSynchronize(stream_));
  }

  void upload(const float *host_now, const float *host_before, int step_now) {
    SteppedRun::upload(host_now, host_before, step_now);
    CHECK(cudaMemcpy(first_step_, &step_now, sizeof step_now, cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());  // so few bytes may still be under way
  }

  // The first step after an upload differs from those in a graph, and the last ones may fill none.
  void advance(int count) {
    must_have_left(count);
    const int alone = fresh() ? std::min(count, 1) : 0;
    launch_one_by_one(alone);
    for (count -= alone; count >= length; count -= length) {
      CHECK(cudaGraphLaunch(graphs_[now == second].exec, stream_));
      take_steps(length);
    }
    launch_one_by_one(count);
    CHECK(cudaStreamSynchronize(stream_));
  }

  const int length;
  float *const second;  // p(n) when the second graph begins: either field may be it

 private:
  // Steps from p(n) in `from` on, each in place of the field before it: recorded, not run.
  void capture(GraphExec &graph, float *from, float *former) {
    ::capture(graph, stream_, [&] {
      for (int i = 0; i < length; ++i, std::swap(from, former))
        launch_(stream_, step_of(from, former, false), first_step_, i);
      count_on(length);
    });
  }

  void launch_one_by_one(int steps) {
    for (int i = 0; i < steps; ++i) {
      launch_(stream_, next_step(), first_step_, i);
      take_steps(1);
    }
    if (steps > 0) count_on(steps);
  }

  void count_on(int steps) {
    count_steps<<<1, 1, 0, stream_>>>(first_step_, steps);
    CHECK(cudaGetLastError());
  }

  const Stream stream_;
  const DeviceBuffer<int> first_step_;
  GraphExec graphs_[2];
  Launch launch_;
};

}  // namespace
