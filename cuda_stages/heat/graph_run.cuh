// Many steps a launch, as fused-graph explains: the same for the stages after it. No maths here.
#pragma once
#include "cuda_stages/heat/field.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

class GraphRun {
 public:
  // launch(stream, k) starts a step from buffer k into the other one.
  template <typename Launch>
  GraphRun(int length, Launch launch) : length_(length) {
    for (int k : {0, 1}) capture(graphs_[k], k, launch);
    CHECK(cudaStreamSynchronize(stream_));
  }

  template <typename Launch>
  void advance(Field &field, int count, Launch launch) {
    for (; count >= length_; count -= length_) {
      CHECK(cudaGraphLaunch(graphs_[field.which()].exec, stream_));
      if (length_ % 2) field.swap();
    }
    for (; count > 0; --count, field.swap()) launch(stream_, field.which());
    CHECK(cudaStreamSynchronize(stream_));
  }

  int length() const { return length_; }

 private:
  template <typename Launch>
  void capture(GraphExec &graph, int k, Launch launch) {
    CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < length_; ++i) launch(stream_, (k + i) % 2);
    cudaGraph_t captured = nullptr;
    CHECK(cudaStreamEndCapture(stream_, &captured));
    const cudaError_t code = cudaGraphInstantiate(&graph.exec, captured, 0);
    (void)cudaGraphDestroy(captured);
    CHECK(code);
    CHECK(cudaGraphUpload(graph.exec, stream_));
  }

  const int length_;  // steps of a graph
  const Stream stream_;
  GraphExec graphs_[2];  // either buffer may be T(n) when a graph begins
};

}  // namespace
