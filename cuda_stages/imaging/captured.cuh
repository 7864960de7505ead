// Kernel launches as one graph. No maths here.
#pragma once
#include "cuda_stages/shared/graphs.cuh"

namespace {

// What `record` launches into the stream, and into streams that wait for it and that it waits for
// in turn, becomes the graph; nothing runs.
template <typename Record>
void capture(GraphExec &graph, cudaStream_t stream, Record record) {
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  record();
  cudaGraph_t captured = nullptr;
  CHECK(cudaStreamEndCapture(stream, &captured));
  const cudaError_t code = cudaGraphInstantiate(&graph.exec, captured, 0);
  (void)cudaGraphDestroy(captured);
  CHECK(code);
  CHECK(cudaGraphUpload(graph.exec, stream));
  CHECK(cudaStreamSynchronize(stream));
}

}  // namespace
