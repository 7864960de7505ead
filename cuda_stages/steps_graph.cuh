// A CUDA graph of many steps. The number of its first step stands on the device, so that one graph
// serves any stretch of the run; steps that fill no graph are launched one by one. No maths here.
#pragma once
#include "cuda_stages/resident.cuh"
#include "cuda_stages/streams.cuh"

namespace {

__global__ void count_steps(int *first_step, int count) { *first_step += count; }

class StepsGraph {
 public:
  explicit StepsGraph(int length) : length_(length), first_step_(1) {}
  ~StepsGraph() {
    for (cudaGraphExec_t graph : graphs_)
      if (graph) (void)cudaGraphExecDestroy(graph);
  }
  StepsGraph(const StepsGraph &) = delete;
  StepsGraph &operator=(const StepsGraph &) = delete;

  const int *first_step() const { return first_step_; }

  // launch(now, before, i, stream) launches step i, counted from the first one of the stretch.
  // Either field may be p(n) when a graph begins; so there are two graphs.
  template <typename Launch>
  void capture(const Resident &run, Launch launch) {
    fields_[0] = run.now;
    fields_[1] = run.before;
    for (int start : {0, 1}) {
      CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
      for (int i = 0; i < length_; ++i)
        launch(fields_[(start + i) % 2], fields_[(start + i + 1) % 2], i, stream_);
      count(length_);
      cudaGraph_t graph = nullptr;
      CHECK(cudaStreamEndCapture(stream_, &graph));
      const cudaError_t code = cudaGraphInstantiate(&graphs_[start], graph, 0);
      (void)cudaGraphDestroy(graph);
      CHECK(code);
      CHECK(cudaGraphUpload(graphs_[start], stream_));
    }
    CHECK(cudaStreamSynchronize(stream_));
  }

  void set_first_step(int step) {
    CHECK(cudaMemcpy(first_step_, &step, sizeof step, cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());  // so few bytes may still be under way
  }

  // The contract's advance. The step after an upload or a download, while `fresh`, differs from those
  // in the graph: it is launched by itself.
  template <typename Launch>
  void advance(Resident &run, bool &fresh, int steps, Launch launch) {
    run.must_have_left(steps);
    if (fresh && steps > 0) {
      take_one_by_one(run, 1, launch);
      fresh = false;
      --steps;
    }
    take(run, steps, launch);
    CHECK(cudaStreamSynchronize(stream_));
  }

 private:
  // Takes `steps` steps; does not wait for them.
  template <typename Launch>
  void take(Resident &run, int steps, Launch launch) {
    for (; steps >= length_; steps -= length_) {
      CHECK(cudaGraphLaunch(graphs_[run.now == fields_[1]], stream_));
      run.take_steps(length_);
    }
    take_one_by_one(run, steps, launch);
  }

  template <typename Launch>
  void take_one_by_one(Resident &run, int steps, Launch launch) {
    if (steps == 0) return;
    for (int i = 0; i < steps; ++i) {
      launch(run.now, run.before, i, stream_);
      run.take_steps(1);
    }
    count(steps);
  }

  void count(int steps) {
    count_steps<<<1, 1, 0, stream_>>>(first_step_, steps);
    CHECK(cudaGetLastError());
  }

  const int length_;
  const DeviceBuffer<int> first_step_;
  const Stream stream_;
  cudaGraphExec_t graphs_[2] = {};
  float *fields_[2] = {};
};

}  // namespace
