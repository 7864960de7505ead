// Many steps a launch, as fused-graph explains: the same for the stages after it. No maths here.
#pragma once
#include <functional>
#include <optional>

#include "cuda_stages/heat/field.cuh"
#include "cuda_stages/shared/graphs.cuh"

namespace {

class GraphRun {
 public:
  // Starts a step from buffer k of the field into the other one.
  using Launch = std::function<void(cudaStream_t, int k)>;

  GraphRun(int length, Launch launch) : length_(length), launch_(std::move(launch)) {
    for (int k : {0, 1}) capture(graphs_[k], k);
    CHECK(cudaStreamSynchronize(stream_));
  }

  void advance(Field &field, int count) {
    for (; count >= length_; count -= length_) {
      CHECK(cudaGraphLaunch(graphs_[field.which()].exec, stream_));
      if (length_ % 2) field.swap();
    }
    for (; count > 0; --count, field.swap()) launch_(stream_, field.which());
    CHECK(cudaStreamSynchronize(stream_));
  }

  int length() const { return length_; }

 private:
  void capture(GraphExec &graph, int k) {
    CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < length_; ++i) launch_(stream_, (k + i) % 2);
    cudaGraph_t captured = nullptr;
    CHECK(cudaStreamEndCapture(stream_, &captured));
    const cudaError_t code = cudaGraphInstantiate(&graph.exec, captured, 0);
    (void)cudaGraphDestroy(captured);
    CHECK(code);
    CHECK(cudaGraphUpload(graph.exec, stream_));
  }

  const int length_;  // steps of a graph
  const Launch launch_;
  const Stream stream_;
  GraphExec graphs_[2];  // either buffer may be T(n) when a graph begins
};

}  // namespace
