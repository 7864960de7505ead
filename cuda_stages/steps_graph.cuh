// A CUDA graph of many steps. The number of its first step stands on the device, so that one graph
// serves any stretch of the run; steps that fill no graph are launched one by one. No maths here.
//
// A stage writes
//     void launch(const Step &step, const int *first, int i, cudaStream_t stream) const;
// which launches step i of a stretch, the one from n = *first + i.
#pragma once
#include "cuda_stages/stepped_run.cuh"
#include "cuda_stages/streams.cuh"

namespace {

__global__ void count_steps(int *first_step, int count) { *first_step += count; }

class StepsGraph {
 public:
  explicit StepsGraph(int length) : length(length), first_step_(1) {}
  ~StepsGraph() {
    for (cudaGraphExec_t graph : graphs_)
      if (graph) (void)cudaGraphExecDestroy(graph);
  }
  StepsGraph(const StepsGraph &) = delete;
  StepsGraph &operator=(const StepsGraph &) = delete;

  // Either field may be p(n) when a graph begins; so there are two graphs.
  template <typename Stage>
  void capture(const SteppedRun &run, const Stage &stage) {
    fields_[0] = run.now;
    fields_[1] = run.before;
    for (int start : {0, 1}) {
      CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
      for (int i = 0; i < length; ++i)
        stage.launch(run.step_of(fields_[(start + i) % 2], fields_[(start + i + 1) % 2], false),
                     first_step_, i, stream_);
      count(length);
      cudaGraph_t graph = nullptr;
      CHECK(cudaStreamEndCapture(stream_, &graph));
      const cudaError_t code = cudaGraphInstantiate(&graphs_[start], graph, 0);
      (void)cudaGraphDestroy(graph);
      CHECK(code);
      CHECK(cudaGraphUpload(graphs_[start], stream_));
    }
    CHECK(cudaStreamSynchronize(stream_));
  }

  // Beside the upload of the run.
  void set_first_step(int step) {
    CHECK(cudaMemcpy(first_step_, &step, sizeof step, cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());  // so few bytes may still be under way
  }

  // The contract's advance. A step that differs from those in the graph is launched by itself.
  template <typename Stage>
  void advance(SteppedRun &run, int steps, const Stage &stage) {
    run.must_have_left(steps);
    if (run.fresh() && steps > 0) {
      take_one_by_one(run, 1, stage);
      --steps;
    }
    for (; steps >= length; steps -= length) {
      CHECK(cudaGraphLaunch(graphs_[run.now == fields_[1]], stream_));
      run.take_steps(length);
    }
    take_one_by_one(run, steps, stage);
    CHECK(cudaStreamSynchronize(stream_));
  }

  const int length;

 private:
  template <typename Stage>
  void take_one_by_one(SteppedRun &run, int steps, const Stage &stage) {
    if (steps == 0) return;
    for (int i = 0; i < steps; ++i) {
      stage.launch(run.next_step(), first_step_, i, stream_);
      run.take_steps(1);
    }
    count(steps);
  }

  void count(int steps) {
    count_steps<<<1, 1, 0, stream_>>>(first_step_, steps);
    CHECK(cudaGetLastError());
  }

  const DeviceBuffer<int> first_step_;
  const Stream stream_;
  cudaGraphExec_t graphs_[2] = {};
  float *fields_[2] = {};
};

}  // namespace
